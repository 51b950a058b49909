import { createHash } from 'node:crypto';

/** `engawa_{space}_{tokenId}_{secret}`: found by space and id, verified by its secret. */
export interface ApiTokenText {
  readonly space: string;
  readonly tokenId: string;
  readonly secret: string;
}

export function writeApiToken({ space, tokenId, secret }: ApiTokenText): string {
  return `engawa_${space}_${tokenId}_${secret}`;
}

/** Null when the text is not an API token. */
export function readApiToken(text: string): ApiTokenText | null {
  const match = /^engawa_([a-z0-9-]{2,40})_([A-Za-z0-9-]{1,64})_([\w-]{43})$/.exec(text);
  if (!match) return null;
  const [, space = '', tokenId = '', secret = ''] = match;
  return { space, tokenId, secret };
}

/** The stored hash; 256 random bits need no slow hash. */
export function hashOfApiToken({ secret }: ApiTokenText): string {
  return createHash('sha256').update(secret).digest('base64url');
}
