import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HandlerMarks } from './handler-marks';

/**
 * The `ETag` of an answer to GET: the version, for `If-Match`, and a hash of everything that is
 * answered, for `If-None-Match`. An answer also changes without its version where it shows names of
 * others. Lists have the hash alone.
 */
function tagOf(text: string, version: unknown): string {
  const hash = createHash('sha1').update(text).digest('base64url').slice(0, 16);
  return Number.isInteger(version) ? `"${version as number}.${hash}"` : `W/"${hash}"`;
}

/** Whether `If-None-Match` names the tag; compared weakly (RFC 9110, 13.1.2). */
function namesTag(header: string, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag));
}

/** Sends the JSON answer of a GET, or 304 where the caller has it. */
export function sendConditionally(reply: FastifyReply, marks: HandlerMarks, answer: unknown): void {
  const text = JSON.stringify(answer ?? null);
  const version = (answer as { version?: unknown } | null)?.version;
  const tag = tagOf(text, marks.etag === false ? null : version);
  void reply.header('etag', tag);
  const known = reply.request.headers['if-none-match'];
  if (known !== undefined && namesTag(known, tag)) {
    void reply.status(304).send();
    return;
  }
  void reply.status(200).header('content-type', 'application/json; charset=utf-8').send(text);
}

/** Whether the caller wants no body, by `Prefer: return=minimal` (RFC 7240). */
export function prefersMinimal({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:[;,]|$)/i.test(String(headers['prefer'] ?? ''));
}

/** Answers a write with its `ETag` and, for something new, its address, but without its body. */
export function sendMinimal(reply: FastifyReply, status: number, answer: unknown): void {
  const id = (answer as { id?: unknown } | null)?.id;
  const [path] = reply.request.url.split('?', 1);
  if (status === 201 && typeof id === 'string') void reply.header('location', `${path}/${id}`);
  void reply
    .status(status === 201 ? 201 : 204)
    .header('preference-applied', 'return=minimal')
    .send();
}
