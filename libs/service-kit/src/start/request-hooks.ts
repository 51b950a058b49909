import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem/problem-error';
import { localeOf } from '../context/locale';
import {
  acceptRequestId,
  continueTrace,
  runInContext,
  type RequestContext,
} from '../context/request-context';

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** The context of a request, also where asynchronous storage does not reach. */
export function contextOf(request: FastifyRequest): RequestContext | null {
  return contexts.get(request.raw) ?? null;
}

/** The caller's valid `X-Request-Id`, else a new one. */
export function requestIdOf(raw: Pick<IncomingMessage, 'headers'>): string {
  return acceptRequestId(raw.headers['x-request-id']) ?? randomUUID();
}

/** Rejects queries with broken percent encoding, which a lenient parser would take for text. */
export function addQueryCheck(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.raw;
    const at = url.indexOf('?');
    try {
      if (at >= 0) decodeURIComponent(url.slice(at + 1));
      done();
    } catch {
      done(new ProblemError('request.uri-malformed'));
    }
  });
}

/** Sets the context of each request, and the request id of its answer. */
export function addContextHooks(fastify: FastifyInstance, service: string): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const context: RequestContext = {
      service,
      requestId: request.id,
      locale: localeOf(request.headers),
      ...continueTrace(request.headers['traceparent'] as string | undefined),
      address: request.method === 'GET' ? request.url : undefined,
      ifNoneMatch: request.headers['if-none-match'],
    };
    contexts.set(request.raw, context);
    void reply.header('x-request-id', request.id);
    runInContext(context, done);
  });
  // Reading a body leaves the asynchronous context.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const context = contextOf(request);
    if (context) runInContext(context, done);
    else done();
  });
}
