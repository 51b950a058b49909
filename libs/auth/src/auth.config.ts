import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

const publicJwk = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  kid: z.string().min(1),
});
const keySet = z.object({ keys: z.array(publicJwk).min(1) });

/** Public keys by `kid`. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;

/** Parses a JWKS. Throws for anything but ES256 keys with a `kid`. */
export function readPublicKeys(text: string): PublicKeys {
  const { keys } = keySet.parse(JSON.parse(text));
  return new Map(
    keys.map((key) => [key.kid, createPublicKey({ format: 'jwk', key: { ...key } })] as const),
  );
}

/** Environment of the token check. */
export const authConfig = z.object({
  ENGAWA_TOKEN_PUBLIC_KEYS: z.string().transform((text, context) => {
    try {
      return readPublicKeys(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not a JWKS of ES256 keys with kid' });
      return z.NEVER;
    }
  }),
});
