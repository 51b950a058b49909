import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../start/request-hooks';
import { namesTag, tagOf } from './entity-tag';
import type { HandlerMarks } from './handler-marks';
import { KnownAnswer, rememberAnswer } from './known-answer';

/** Sends the JSON response of a GET, or 304 if the caller has it. */
export function sendConditionally(reply: FastifyReply, marks: HandlerMarks, value: unknown): void {
  // Encoded once: a string would be for the tag, for its length and on the way out.
  const body = Buffer.from(JSON.stringify(value ?? null));
  const version = (value as { version?: unknown } | null)?.version;
  const answer = new KnownAnswer(tagOf(body, marks.etag === false ? null : version), body);
  const context = contextOf(reply.request);
  if (context) rememberAnswer(context, answer);
  sendKnown(reply, answer);
}

/** The same with an encoded answer. */
export function sendKnown(reply: FastifyReply, { tag, body }: KnownAnswer): void {
  const named = reply.request.headers['if-none-match'];
  void reply.header('etag', tag);
  if (named !== undefined && namesTag(named, tag)) void reply.status(304).send();
  else void reply.status(200).header('content-type', 'application/json; charset=utf-8').send(body);
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
