// An OpenID Connect issuer (oidc-provider) in a separate process: node real-issuer.mjs PORT KEY_ID SKEW_SECONDS.
// It accepts every account. Prints `ready PORT`.
import { generateKeyPairSync } from 'node:crypto';
import { Provider } from 'oidc-provider';

const [port, kid, skew] = process.argv.slice(2);
const now = Date.now;
Date.now = () => now() + Number(skew) * 1000;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now()] : parts));
  }
};

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'engawa-client',
      client_secret: 'kept between the two',
      redirect_uris: ['http://localhost:4000/api/v1/auth/oidc/engawa-sendai/callback'],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, email: accountId, email_verified: true }),
  }),
  ttl: { IdToken: 10, AccessToken: 3600, Session: 3600, Interaction: 3600, Grant: 3600 },
  cookies: { keys: ['a key of the test'] },
});
provider.listen(Number(port), '127.0.0.1', () => process.stdout.write(`ready ${port}\n`));
