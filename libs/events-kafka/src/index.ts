import type { LoadTransport } from '@engawa/events';

/** For `EventsModule.forRoot`: loads kafkajs only in installations that use Kafka. */
export const kafka: LoadTransport = async () => {
  const { createKafkaTransport } = await import('./create-kafka-transport');
  return createKafkaTransport;
};
