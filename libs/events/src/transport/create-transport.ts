import { readFileSync } from 'node:fs';
import { events } from '@engawa/contracts';
import type { SASLOptions } from 'kafkajs';
import type { EventMetrics } from '../event-metrics';
import type { EventsConfig } from '../events.options';
import type { EventTransport } from './event-transport';
import { InProcessTransport } from './in-process/in-process.transport';
import { sourceOf } from './jetstream/names';
import { JetStreamTransport } from './jetstream/jetstream.transport';
import { type KafkaOptions, KafkaTransport } from './kafka/kafka.transport';

const publishingServices = [...new Set(Object.values(events).map(({ name }) => sourceOf(name)))];

/** TLS and authentication settings of Kafka. */
export function kafkaSecurity(config: EventsConfig): Pick<KafkaOptions, 'sasl' | 'ssl'> {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_SASL: mechanism } = config;
  const ca = config.KAFKA_TLS_CA && readFileSync(config.KAFKA_TLS_CA, 'utf8');
  return {
    ...(username && password ? { sasl: { mechanism, username, password } as SASLOptions } : {}),
    ...(config.KAFKA_TLS === 'true' ? { ssl: ca ? { ca } : true } : {}),
  };
}

/** The configured transport of a service. */
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
          bounds: { days: config.NATS_KEEP_DAYS, events: config.NATS_KEEP_EVENTS },
          concurrency,
          maxAttempts: config.EVENTS_MAX_ATTEMPTS,
        },
        metrics,
      );
    case 'in-process':
      return new InProcessTransport({ namespace, service, concurrency }, metrics);
    case 'kafka':
      return new KafkaTransport(
        {
          brokers: config.KAFKA_BROKERS!,
          namespace,
          name: service,
          sources: publishingServices,
          replicas: config.KAFKA_REPLICAS,
          partitions: config.KAFKA_PARTITIONS,
          keepDays: config.KAFKA_KEEP_DAYS,
          ...kafkaSecurity(config),
          concurrency,
          maxAttempts: config.EVENTS_MAX_ATTEMPTS,
        },
        metrics,
      );
  }
}
