import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `engawa_oauth_{space}_{assistantId}_{secret}`, changed at the gateway as an API token is. */
export interface AssistantTokenText {
  readonly space: string;
  readonly assistantId: string;
  readonly secret: string;
}

export function newAssistantToken(space: string, assistantId: string): AssistantTokenText {
  return { space, assistantId, secret: randomBytes(32).toString('base64url') };
}

export function writeAssistantToken({ space, assistantId, secret }: AssistantTokenText): string {
  return `engawa_oauth_${space}_${assistantId}_${secret}`;
}

/** Null if the text does not have the form of an assistant's access token. */
export function readAssistantToken(text: string): AssistantTokenText | null {
  const match = /^engawa_oauth_([a-z0-9-]{2,40})_([A-Za-z0-9-]{1,64})_([\w-]{43})$/.exec(text);
  if (!match) return null;
  const [, space = '', assistantId = '', secret = ''] = match;
  return { space, assistantId, secret };
}

/**
 * The hash that is stored for a secret of 256 random bits, and that PKCE compares (RFC 7636, S256).
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
