import { Counter, Gauge, Histogram, register } from 'prom-client';

/** Process-wide metrics of events. */
export interface EventMetrics {
  published(name: string): void;
  publishFailed(name: string): void;
  settleFailed(source: string): void;
  handled(service: string, name: string, millis: number): void;
  retried(service: string, name: string): void;
  dead(service: string, name: string): void;
  streamGap(service: string): void;
  consumerCrashed(service: string): void;
  consumerMember(service: string, member: boolean): void;
  consumerLag(service: string, topic: string, partition: number, lag: number): void;
  outboxLag(service: string, millis: number): void;
  outboxDocuments(service: string, count: number): void;
}

function counter(name: string, help: string, labelNames: string[]): Counter<string> {
  const existing = register.getSingleMetric(name) as Counter<string> | undefined;
  return existing ?? new Counter({ name, help, labelNames });
}

function gauge(name: string, help: string, labelNames: string[]): Gauge<string> {
  const existing = register.getSingleMetric(name) as Gauge<string> | undefined;
  return existing ?? new Gauge({ name, help, labelNames });
}

function histogram(name: string, help: string, labelNames: string[]): Histogram<string> {
  const existing = register.getSingleMetric(name) as Histogram<string> | undefined;
  const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 30, 120];
  return existing ?? new Histogram({ name, help, labelNames, buckets });
}

/** The metrics in prom-client's default registry; created once per process. */
export function prometheusEventMetrics(): EventMetrics {
  const published = counter('engawa_events_published_total', 'Events made durable', ['event']);
  const publishFailed = counter('engawa_events_publish_failures_total', 'Failed tries to publish', [
    'event',
  ]);
  const settleFailed = counter('engawa_outbox_settle_failures_total', 'Failed outbox clean-ups', [
    'collection',
  ]);
  const labels = ['service', 'event'];
  const handled = counter('engawa_events_handled_total', 'Events applied by a listener', labels);
  const retried = counter('engawa_events_retried_total', 'Repeated tries of a listener', labels);
  const dead = counter('engawa_events_dead_total', 'Events given up on', labels);
  const gaps = counter(
    'engawa_event_stream_gaps_total',
    'Losses of the own stream that were noticed',
    ['service'],
  );
  const crashes = counter('engawa_kafka_consumer_crashes_total', 'Consumers that were made again', [
    'service',
  ]);
  const members = gauge(
    'engawa_kafka_consumer_member',
    '1 while the listener is a member of its group',
    ['service'],
  );
  const lags = gauge('engawa_kafka_consumer_lag', 'Events behind the end of a partition', [
    'service',
    'topic',
    'partition',
  ]);
  const delay = histogram(
    'engawa_event_delay_seconds',
    'From the change to its application by a listener',
    labels,
  );
  const lag = histogram('engawa_outbox_lag_seconds', 'From the change to its publication', [
    'service',
  ]);
  const documents = gauge(
    'engawa_outbox_documents',
    'Documents whose events are on their way out',
    ['service'],
  );
  return {
    published: (event) => published.inc({ event }),
    publishFailed: (event) => publishFailed.inc({ event }),
    settleFailed: (collection) => settleFailed.inc({ collection }),
    handled: (service, event, millis) => {
      handled.inc({ service, event });
      delay.observe({ service, event }, Math.max(0, millis) / 1000);
    },
    retried: (service, event) => retried.inc({ service, event }),
    dead: (service, event) => dead.inc({ service, event }),
    consumerCrashed: (service) => crashes.inc({ service }),
    consumerMember: (service, member) => members.set({ service }, member ? 1 : 0),
    consumerLag: (service, topic, partition, count) =>
      lags.set({ service, topic, partition }, count),
    streamGap: (service) => gaps.inc({ service }),
    outboxLag: (service, millis) => lag.observe({ service }, Math.max(0, millis) / 1000),
    outboxDocuments: (service, count) => documents.set({ service }, count),
  };
}
