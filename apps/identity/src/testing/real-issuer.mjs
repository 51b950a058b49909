// An OpenID Connect issuer (oidc-provider) in a separate process: node real-issuer.mjs PORT.
// It accepts every account. Its parent sends `{ kid, skew }`: the id of a new signing key, and by how many
// seconds its clock is ahead. It listens all the while and answers `ready` once the key is in use.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const port = Number(process.argv[2]);
const now = Date.now;
let skewSeconds = 0;
Date.now = () => now() + skewSeconds * 1000;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now()] : parts));
  }
};

function newIssuer(kid) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(`http://127.0.0.1:${port}`, {
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
}

let answer;
const server = createServer((request, response) => answer(request, response));
process.on('message', ({ kid, skew }) => {
  skewSeconds = skew;
  answer = newIssuer(kid).callback();
  if (server.listening) process.send('ready');
  else server.listen(port, '127.0.0.1', () => process.send('ready'));
});
process.on('disconnect', () => process.exit());
