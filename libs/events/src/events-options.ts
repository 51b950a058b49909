import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

export const TAKE_OVER_MS = 5_000;

/** Environment of events: NATS where it is given, else Kafka. */
export const eventsConfig = z
  .object({
    ENGAWA_NAMESPACE: z.string().default(''),
    NATS_URL: list.optional(),
    /** Replicas of each stream in a NATS cluster. */
    NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
    /** Days for which NATS keeps an event. */
    NATS_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
    /** Events that NATS keeps of each service. */
    NATS_KEEP_EVENTS: z.coerce.number().int().min(10_000).default(2_000_000),
    /** The other settings of Kafka are in libs/events-kafka. */
    KAFKA_BROKERS: list.optional(),
    /**
     * Time in ms after which another process takes over the events of one that was killed: those that it
     * did not publish, and those that it received and did not acknowledge.
     */
    EVENTS_TAKE_OVER: z.coerce.number().int().min(500).default(TAKE_OVER_MS),
    /** Events that a service applies concurrently. */
    EVENTS_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(128),
    /** Attempts before an event becomes a dead letter. */
    EVENTS_MAX_ATTEMPTS: z.coerce.number().int().min(1).default(8),
  })
  .transform((config, context) => {
    if (config.NATS_URL || config.KAFKA_BROKERS) return config;
    context.addIssue({
      code: 'custom',
      path: ['NATS_URL'],
      message: 'set NATS_URL or KAFKA_BROKERS',
    });
    return z.NEVER;
  });
export type EventsConfig = z.infer<typeof eventsConfig>;
