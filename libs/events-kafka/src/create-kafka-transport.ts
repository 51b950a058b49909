import { events } from '@engawa/contracts';
import { eventsConfig, sourceOf } from '@engawa/events';
import { type Environment, parseConfig } from '@engawa/service-kit';
import { KafkaTransport } from './kafka-transport';
import { kafkaConfig, kafkaSecurity } from './kafka-options';

const publishingServices = [...new Set(Object.values(events).map(({ name }) => sourceOf(name)))];

/** The transport of a service over the configured brokers. */
export function createKafkaTransport(env: Environment, service: string): KafkaTransport {
  const common = parseConfig(eventsConfig, env);
  const own = parseConfig(kafkaConfig, env);
  return new KafkaTransport({
    brokers: common.KAFKA_BROKERS!,
    namespace: common.ENGAWA_NAMESPACE,
    name: service,
    sources: publishingServices,
    replicas: own.KAFKA_REPLICAS,
    partitions: own.KAFKA_PARTITIONS,
    keepDays: own.KAFKA_KEEP_DAYS,
    ...kafkaSecurity(own),
    concurrency: common.EVENTS_CONCURRENCY,
    maxAttempts: common.EVENTS_MAX_ATTEMPTS,
  });
}
