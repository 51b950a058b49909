import { Counter, Gauge, Histogram, register } from 'prom-client';

const DELAY_BUCKETS_S = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30, 120];

/**
 * The Prometheus counter with this name, created at the first call: tests start several services.
 */
export function counter(name: string, help: string, labelNames: string[]): Counter {
  const existing = register.getSingleMetric(name) as Counter | undefined;
  return existing ?? new Counter({ name, help, labelNames });
}

/** The Prometheus gauge with this name, created at the first call. */
export function gauge(name: string, help: string, labelNames: string[]): Gauge {
  const existing = register.getSingleMetric(name) as Gauge | undefined;
  return existing ?? new Gauge({ name, help, labelNames });
}

function delay(name: string, help: string, labelNames: string[]): Histogram {
  const existing = register.getSingleMetric(name) as Histogram | undefined;
  return existing ?? new Histogram({ name, help, labelNames, buckets: DELAY_BUCKETS_S });
}

const listener = ['service', 'event'];

/** Metrics of events in prom-client's default registry, shared by the services of a process. */
export const eventMetrics = {
  published: counter('engawa_events_published_total', 'Events made durable', ['event']),
  publishFailed: counter('engawa_events_publish_failures_total', 'Failed tries to publish', [
    'event',
  ]),
  settleFailed: counter('engawa_outbox_settle_failures_total', 'Failed outbox clean-ups', [
    'collection',
  ]),
  handled: counter('engawa_events_handled_total', 'Events applied by a listener', listener),
  retried: counter('engawa_events_retried_total', 'Repeated tries of a listener', listener),
  dead: counter('engawa_events_dead_total', 'Events given up on', listener),
  delay: delay(
    'engawa_event_delay_seconds',
    'From the change to its application by a listener',
    listener,
  ),
  outboxLag: delay('engawa_outbox_lag_seconds', 'From the change to its publication', ['service']),
  outboxDocuments: gauge('engawa_outbox_documents', 'Documents whose events are on their way out', [
    'service',
  ]),
  streamGaps: counter(
    'engawa_event_stream_gaps_total',
    'Losses of the own stream that were noticed',
    ['service'],
  ),
};

/** Seconds since an event was made. */
export function ageOf(event: { at: string }): number {
  return Math.max(0, Date.now() - Date.parse(event.at)) / 1000;
}
