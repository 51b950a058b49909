import { readFileSync } from 'node:fs';
import type { KafkaConfig, SASLOptions } from 'kafkajs';
import { z } from 'zod';

/** Environment of events over Kafka, beside what all transports read. */
export const kafkaConfig = z.object({
  /** Replicas of each topic in a Kafka cluster. */
  KAFKA_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Partitions of a created topic. */
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).max(200).default(12),
  /** Retention of a created topic in days. */
  KAFKA_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  KAFKA_SASL: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).default('scram-sha-512'),
  KAFKA_TLS: z.enum(['true', 'false']).default('false'),
  /** File with the CA certificates of the brokers. */
  KAFKA_TLS_CA: z.string().optional(),
});

/** TLS and authentication settings. */
export function kafkaSecurity(
  config: z.infer<typeof kafkaConfig>,
): Pick<KafkaConfig, 'ssl'> & { sasl?: SASLOptions } {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_SASL: mechanism } = config;
  const ca = config.KAFKA_TLS_CA && readFileSync(config.KAFKA_TLS_CA, 'utf8');
  return {
    ...(username && password ? { sasl: { mechanism, username, password } as SASLOptions } : {}),
    ...(config.KAFKA_TLS === 'true' ? { ssl: ca ? { ca } : true } : {}),
  };
}
