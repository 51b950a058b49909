import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** Generates a key pair for access tokens, as environment values. */
export function generateTokenKeys(): {
  ENGAWA_TOKEN_PRIVATE_KEY: string;
  ENGAWA_TOKEN_PUBLIC_KEYS: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const facts = { kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' };
  return {
    ENGAWA_TOKEN_PRIVATE_KEY: JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...facts }),
    ENGAWA_TOKEN_PUBLIC_KEYS: JSON.stringify({
      keys: [{ ...publicKey.export({ format: 'jwk' }), ...facts }],
    }),
  };
}
