import { counter, gauge } from '@engawa/events';

const labels = ['service'];

export const kafkaMetrics = {
  crashes: counter('engawa_kafka_consumer_crashes_total', 'Consumers that were made again', labels),
  member: gauge(
    'engawa_kafka_consumer_member',
    '1 while the listener is a member of its group',
    labels,
  ),
  lag: gauge('engawa_kafka_consumer_lag', 'Events behind the end of a partition', [
    'service',
    'topic',
    'partition',
  ]),
};
