import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { contextOf } from './request-hooks';

const quiet = new Set(['/health/live', '/health/ready']);

/** The caller left before the answer began; nginx logs the same number. */
const CALLER_LEFT = 499;

/**
 * Logs one line per request, without the query, which may hold user input. The gateway logs at
 * `info`; services behind it at `debug`, or higher when a request failed.
 */
export function addRequestLog(fastify: FastifyInstance, log: Logger, isFront: boolean): void {
  const write = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const route = request.routeOptions.url;
    const level = isFront || status >= 500 ? 'info' : 'debug';
    if (!log.isLevelEnabled(level) || (route && quiet.has(route))) return;
    const context = contextOf(request);
    log[level](
      {
        service: context?.service,
        requestId: request.id,
        traceId: context?.traceId,
        space: context?.space,
        staffId: context?.staffId,
        method: request.method,
        path: request.url.split('?', 1)[0]?.slice(0, 200),
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    // Fastify does not count it as a response.
    reply.raw.once('close', () => {
      if (!reply.raw.headersSent) write(request, reply, CALLER_LEFT);
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    write(request, reply, reply.statusCode);
    done();
  });
}
