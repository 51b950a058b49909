import { createHash } from 'node:crypto';

/**
 * The `ETag` of a GET response: the version, for `If-Match`, and a hash of the whole response, for
 * `If-None-Match`. A response can change without its version because it contains names of other
 * entities. Lists have only the hash.
 */
export function tagOf(body: Uint8Array, version: unknown): string {
  const hash = createHash('sha1').update(body).digest('base64url').slice(0, 16);
  return Number.isInteger(version) ? `"${version as number}.${hash}"` : `W/"${hash}"`;
}

/** Whether `If-None-Match` names the tag; compared weakly (RFC 9110, 13.1.2). */
export function namesTag(header: string, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));
}
