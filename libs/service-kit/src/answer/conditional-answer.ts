import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../start/request-hooks';
import { rememberSources } from './answer-sources';
import { namesTag, tagOf } from './entity-tag';
import type { HandlerMarks } from './handler-marks';

/** Sends the JSON response of a GET, or 304 if the caller has it. */
export function sendConditionally(reply: FastifyReply, marks: HandlerMarks, answer: unknown): void {
  // Encoded once: a string would be for the tag, for its length and on the way out.
  const body = Buffer.from(JSON.stringify(answer ?? null));
  const version = (answer as { version?: unknown } | null)?.version;
  const tag = tagOf(body, marks.etag === false ? null : version);
  const known = reply.request.headers['if-none-match'];
  if (known !== undefined && namesTag(known, tag)) {
    const context = contextOf(reply.request);
    if (context) rememberSources(context, tag);
    sendNotModified(reply, tag);
    return;
  }
  void reply.header('etag', tag);
  void reply.status(200).header('content-type', 'application/json; charset=utf-8').send(body);
}

/** Sends 304: the caller has the response with this tag. */
export function sendNotModified(reply: FastifyReply, tag: string): void {
  void reply.header('etag', tag).status(304).send();
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
