// Time of a sign-in compared with its deliberately slow part, hashing the password.
import { hash, verify } from '@node-rs/argon2';
import { freePort } from '../tools/processes.mjs';
import { openClient, report, serve, sideBySide } from './measure.mjs';

const password = 'engawa-demo';
/** The parameters of apps/identity/src/password. */
const parameters = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

export async function run() {
  const port = await freePort();
  const installation = await serve({ env: { IDENTITY_PORT: String(port) } });
  const client = openClient(`http://127.0.0.1:${port}`);
  try {
    const stored = await hash(password, parameters);
    const times = await sideBySide(
      {
        bare: async () => {
          if (!(await verify(stored, password))) throw new Error('the password does not fit');
        },
        signIn: () => client.post('/auth/sign-in', { email: 'staff@engawa.example', password }),
      },
      { rounds: 100, warmup: 20, pause: 60 },
    );
    const ratio = times.signIn.p50 / times.bare.p50;
    return report('Signing in', [
      { what: 'bare argon2id verification, p50', measured: times.bare.p50, unit: 'ms' },
      { what: 'signIn at identity, p50', measured: times.signIn.p50, unit: 'ms' },
      { what: 'signIn / bare, p50', measured: ratio, unit: '×', limit: 1.15 },
      { what: 'signIn at identity, p95', measured: times.signIn.p95, unit: 'ms' },
    ]);
  } finally {
    await client.close();
    await installation.stop();
  }
}
