import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Environment of events; one of the three transports must be chosen. */
export const eventsConfig = z
  .object({
    ENGAWA_NAMESPACE: z.string().default(''),
    EVENTS: z.enum(['nats', 'kafka', 'in-process']).optional(),
    NATS_URL: list.optional(),
    /** Replicas of each stream in a NATS cluster. */
    NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
    /** Days for which NATS keeps an event. */
    NATS_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
    /** Events that NATS keeps of each service. */
    NATS_KEEP_EVENTS: z.coerce.number().int().min(10_000).default(2_000_000),
    KAFKA_BROKERS: list.optional(),
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
    /** Events that a service applies concurrently. */
    EVENTS_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(128),
    /** Attempts before an event becomes a dead letter. */
    EVENTS_MAX_ATTEMPTS: z.coerce.number().int().min(1).default(8),
  })
  .transform((config, context) => {
    const kind =
      config.EVENTS ?? (config.NATS_URL ? 'nats' : config.KAFKA_BROKERS ? 'kafka' : undefined);
    if (
      !kind ||
      (kind === 'nats' && !config.NATS_URL) ||
      (kind === 'kafka' && !config.KAFKA_BROKERS)
    ) {
      context.addIssue({
        code: 'custom',
        path: ['NATS_URL'],
        message: 'set NATS_URL, or KAFKA_BROKERS, or EVENTS=in-process',
      });
      return z.NEVER;
    }
    return { ...config, kind };
  });
export type EventsConfig = z.infer<typeof eventsConfig>;
