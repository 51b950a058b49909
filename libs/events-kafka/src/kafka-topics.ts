import type { Kafka } from 'kafkajs';
import type { KafkaNames } from './kafka-names';

export interface KafkaTopicOptions {
  replicas?: number;
  partitions?: number;
  /** Retention of topics in days; default 30. */
  keepDays?: number;
}

const DAY_MS = 86_400_000;

/** Creates topics before they are used. */
export class KafkaTopics {
  private readonly ensured = new Map<string, Promise<void>>();

  constructor(
    private readonly kafka: Kafka,
    private readonly names: KafkaNames,
    private readonly options: KafkaTopicOptions,
  ) {}

  /** Creates the topic unless it exists; checked once. */
  ensure(topic: string): Promise<void> {
    const known = this.ensured.get(topic);
    if (known) return known;
    const made = this.make(topic);
    this.ensured.set(topic, made);
    made.catch(() => this.ensured.delete(topic));
    return made;
  }

  /** Checks the topic again at its next use: it may be gone. */
  forget(topic: string): void {
    this.ensured.delete(topic);
  }

  private async make(topic: string): Promise<void> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      const existing = await admin.listTopics();
      if (existing.includes(topic)) return;
      await admin.createTopics({
        waitForLeaders: true,
        topics: [
          {
            topic,
            numPartitions: this.options.partitions ?? 12,
            replicationFactor: this.options.replicas ?? 1,
            configEntries: [{ name: 'retention.ms', value: String(this.retentionOf(topic)) }],
          },
        ],
      });
    } finally {
      await admin.disconnect();
    }
  }

  /** Dead letters wait for an operator, so they have no age limit. */
  private retentionOf(topic: string): number {
    return topic === this.names.dead() ? -1 : (this.options.keepDays ?? 30) * DAY_MS;
  }
}
