import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { contextOf } from './request-hooks';

const quiet = new Set(['/health/live', '/health/ready']);

/**
 * Logs one line per answered request, without the query, which may hold user input. The gateway
 * logs at `info`; services behind it at `debug`, or higher when a request failed.
 */
export function addRequestLog(fastify: FastifyInstance, log: Logger, isFront: boolean): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    const level = isFront || reply.statusCode >= 500 ? 'info' : 'debug';
    if (!log.isLevelEnabled(level) || (route && quiet.has(route))) return done();
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
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    done();
  });
}
