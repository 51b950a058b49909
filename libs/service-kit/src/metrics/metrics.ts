import { isMainThread } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import {
  Counter,
  Gauge,
  Histogram,
  collectDefaultMetrics,
  register,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

/** What a process or thread counted, as its values pass from one to the other. */
export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function durations(): Histogram<'service' | 'method' | 'route' | 'status'> {
  const name = 'engawa_http_request_seconds';
  const existing = register.getSingleMetric(name) as ReturnType<typeof durations> | undefined;
  return (
    existing ??
    new Histogram({
      name,
      help: 'Time from a request to the end of its answer',
      labelNames: ['service', 'method', 'route', 'status'],
      buckets,
    })
  );
}

/** Running requests by service; read when metrics are scraped. */
const running = new Map<string, number>();

function declareRunning(): void {
  const name = 'engawa_http_requests_running';
  if (register.getSingleMetric(name)) return;
  const gauge: Gauge<'service'> = new Gauge({
    name,
    help: 'Requests being answered',
    labelNames: ['service'],
    collect: () => running.forEach((count, service) => gauge.set({ service }, count)),
  });
}

function leftCallers(): Counter<'service'> {
  const name = 'engawa_http_requests_left_total';
  const existing = register.getSingleMetric(name) as ReturnType<typeof leftCallers> | undefined;
  return (
    existing ??
    new Counter({
      name,
      help: 'Requests whose callers closed the connection before the answer began',
      labelNames: ['service'],
    })
  );
}

function count(service: string, by: 1 | -1): void {
  running.set(service, (running.get(service) ?? 0) + by);
}

/** Sampling interval of the event-loop lag; each sample wakes an idle process. */
const LAG_INTERVAL_MS = 100;

let defaults = false;

/** Collects request metrics by route; the management port serves them. */
export function addMetrics(fastify: FastifyInstance, service: string): void {
  if (!defaults) {
    defaults = true;
    collectDefaultMetrics({
      eventLoopMonitoringPrecision: LAG_INTERVAL_MS,
      labels: isMainThread ? {} : { thread: service },
    });
  }
  const histogram = durations();
  const left = leftCallers();
  declareRunning();
  running.set(service, running.get(service) ?? 0);
  fastify.addHook('onRequest', (_request, reply, done) => {
    count(service, 1);
    // Also when the caller disconnects before the response, which Fastify does not count as one.
    reply.raw.once('close', () => {
      count(service, -1);
      if (!reply.raw.headersSent) left.inc({ service });
    });
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    histogram.observe(
      {
        service,
        method: request.method,
        // The route pattern, never the address: each id would be a series.
        route: request.routeOptions.url ?? 'unknown',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
}
