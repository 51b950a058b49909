// The keys of an installation: for signing access tokens and for encrypting secrets at rest.
import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** New values for the environment of the services (docs/configuration.md). */
export function makeKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const facts = { kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' };
  return {
    ENGAWA_TOKEN_PRIVATE_KEY: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...facts }),
    ENGAWA_TOKEN_PUBLIC_KEYS: JSON.stringify({
      keys: [{ ...publicKey.export({ format: 'jwk' }), ...facts }],
    }),
    ENGAWA_SECRET_KEY: randomBytes(32).toString('base64'),
  };
}

/** New passwords for the stores of docker-compose.yml. NATS requires a leading letter. */
export function makePasswords() {
  const names = ['MONGO_PASSWORD', 'NATS_PASSWORD', 'S3_SECRET_KEY'];
  return Object.fromEntries(names.map((name) => [name, `p${randomBytes(20).toString('hex')}`]));
}
