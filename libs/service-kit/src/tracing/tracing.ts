import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseConfig, type Environment } from '../config/parse-config';
import { contextOf } from '../start/request-hooks';
import { traceOutgoingRequests } from './outgoing-spans';
import { preciseNow, setSpanSink, spanIdOf, spanSink, type SpanSink } from './span-sink';

/** Environment variables as named by OpenTelemetry. */
const tracingConfig = z.object({
  /** Base URL of an OTLP/HTTP receiver. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Full URL instead of the base. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  /** Share of the traces that are sent. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5_000),
  ENGAWA_ENVIRONMENT: z.string().optional(),
});

let users = 0;
let stopOutgoing: (() => void) | null = null;
let starting: Promise<SpanSink> | null = null;

/**
 * Starts tracing if a receiver is configured; returns a function that stops it, or null. Services
 * of one process share one exporter. Throws `ConfigError`.
 */
export async function startTracing(env: Environment): Promise<(() => Promise<void>) | null> {
  const config = parseConfig(tracingConfig, env);
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const url = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`);
  if (!url || config.OTEL_SDK_DISABLED === 'true') return null;
  users += 1;
  // OpenTelemetry is not loaded before this line.
  starting ??= import('./otlp-sink').then(
    ({ OtlpSink }) =>
      new OtlpSink({
        url,
        ratio: config.OTEL_TRACES_SAMPLER_ARG,
        delay: config.OTEL_BSP_SCHEDULE_DELAY,
        environment: config.ENGAWA_ENVIRONMENT,
      }),
  );
  const sink = await starting;
  setSpanSink(sink);
  stopOutgoing ??= traceOutgoingRequests();
  return async () => {
    users -= 1;
    if (users > 0) return;
    stopOutgoing?.();
    stopOutgoing = null;
    setSpanSink(null);
    starting = null;
    await sink.stop();
  };
}

/** Records a span per API request when its response was sent. Only when tracing is on. */
export function addTracing(fastify: FastifyInstance, service: string): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    const context = contextOf(request);
    if (context && route?.startsWith('/api/')) {
      const ended = preciseNow();
      spanSink()?.record({
        service,
        // The route pattern; the address itself may hold private data.
        name: `${request.method} ${route}`,
        kind: 'server',
        traceparent: context.traceparent,
        parent: spanIdOf(request.headers['traceparent'] as string | undefined),
        began: ended - reply.elapsedTime,
        ended,
        failed: reply.statusCode >= 500,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'engawa.request_id': context.requestId,
          ...(context.space === undefined ? {} : { 'engawa.space': context.space }),
        },
      });
    }
    done();
  });
}
