import { randomBytes } from 'node:crypto';
import { generateTokenKeys, signAccessToken } from '@engawa/auth';
import { startService } from '@engawa/service-kit';
import { EntryIndex } from '../src/entry/entry-index.service';
import { search } from '../src/index';

/**
 * The search service in a separate process with the limits of a pod. Messages: `pack` and `rss`.
 */
async function main(): Promise<void> {
  const keys = generateTokenKeys();
  const namespace = `b${randomBytes(4).toString('hex')}`;
  const env = {
    ...process.env,
    ...keys,
    LOG_LEVEL: 'warn',
    ENGAWA_SECRET_KEY: randomBytes(32).toString('base64'),
    ENGAWA_NAMESPACE: namespace,
  };
  const service = await startService(search, { env, port: 0 });
  const index = service.app.get(EntryIndex, { strict: false });
  const now = Math.floor(Date.now() / 1000);
  const tokenOf = (space: string) =>
    signAccessToken(
      {
        sub: 'bench-staff',
        sid: 'bench-session',
        space,
        role: 'primaryAdmin',
        god: false,
        admin: true,
        initialPasswordChanged: true,
        iat: now,
        exp: now + 86_400,
      },
      keys.ENGAWA_TOKEN_PRIVATE_KEY,
    );
  const answer = async ({ kind, space }: { kind: string; space: string }): Promise<unknown> => {
    if (kind === 'token') return tokenOf(space);
    if (kind === 'rebuild') {
      await index.rebuild(space);
      while (await index.build(space));
    }
    return process.memoryUsage().rss;
  };
  process.on('message', (message: { kind: string; space: string }) => {
    void answer(message).then((value) => process.send!({ value }));
  });
  process.once('SIGTERM', () => void service.stop().then(() => process.exit(0)));
  process.send!({ url: service.url, database: `${namespace}_search` });
}

void main();
