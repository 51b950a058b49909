import type { EventMetrics } from '../event-metrics';
import type { EventsConfig } from '../events.options';
import type { EventTransport } from './event-transport';
import { InProcessTransport } from './in-process/in-process.transport';
import { JetStreamTransport } from './jetstream/jetstream.transport';

/** The transport that the configuration names, for one service. */
export function createTransport(
  config: EventsConfig,
  service: string,
  metrics: EventMetrics,
): EventTransport {
  const namespace = config.ENGAWA_NAMESPACE;
  const concurrency = config.EVENTS_CONCURRENCY;
  switch (config.kind) {
    case 'nats':
      return new JetStreamTransport(
        {
          servers: config.NATS_URL!,
          namespace,
          name: service,
          replicas: config.NATS_REPLICAS,
          concurrency,
          maxAttempts: config.EVENTS_MAX_ATTEMPTS,
        },
        metrics,
      );
    case 'in-process':
      return new InProcessTransport({ namespace, service, concurrency }, metrics);
    case 'kafka':
      throw new Error('the Kafka transport is not there yet');
  }
}
