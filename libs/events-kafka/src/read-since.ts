import { decodeEvents, unlessAborted } from '@engawa/events';
import type { EventEnvelope } from '@engawa/contracts';
import type { Kafka } from 'kafkajs';

/** How long reading may take before it fails, in ms. */
const READ_LIMIT_MS = 60_000;

/** The messages of a partition that are to be read: from `next` to before `end`. */
interface Unread {
  next: bigint;
  end: bigint;
}

/**
 * Delivers the events of a topic since a time up to its present end, with a group of its own that
 * the brokers forget.
 */
export async function readSince(
  kafka: Kafka,
  from: { topic: string; since: Date; groupId: string; signal: AbortSignal },
  onEvent: (event: EventEnvelope) => void,
): Promise<void> {
  const { topic, groupId } = from;
  const unread = await findUnread(kafka, from);
  if (unread.size === 0) return;
  const consumer = kafka.consumer({
    groupId,
    sessionTimeout: 10_000,
    maxWaitTimeInMs: 100,
    retry: { retries: 5, maxRetryTime: 2_000, restartOnFailure: async () => false },
  });
  const read = async () => {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: false });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      // Before the first fetch, and again after each rebalance.
      consumer.on(consumer.events.GROUP_JOIN, () => {
        for (const [partition, { next }] of unread) {
          consumer.seek({ topic, partition, offset: String(next) });
        }
      });
      const running = consumer.run({
        autoCommit: false,
        eachBatch: async ({ batch }) => {
          const part = unread.get(batch.partition);
          if (!part) return;
          for (const { value } of batch.messages) if (value) decodeEvents(value).forEach(onEvent);
          part.next = BigInt(batch.lastOffset()) + 1n;
          if (part.next >= part.end) unread.delete(batch.partition);
          if (unread.size === 0) resolve();
        },
      });
      running.catch(reject);
    });
  };
  try {
    const limit = AbortSignal.any([from.signal, AbortSignal.timeout(READ_LIMIT_MS)]);
    await unlessAborted(read(), limit);
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
}

async function findUnread(
  kafka: Kafka,
  { topic, since }: { topic: string; since: Date },
): Promise<Map<number, Unread>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const starts = await admin.fetchTopicOffsetsByTimestamp(topic, since.getTime());
    const ends = await admin.fetchTopicOffsets(topic);
    const found = ends.map(({ partition, high }): [number, Unread] => {
      const start = starts.find((each) => each.partition === partition);
      return [partition, { next: BigInt(start?.offset ?? high), end: BigInt(high) }];
    });
    return new Map(found.filter(([, { next, end }]) => next < end));
  } finally {
    await admin.disconnect();
  }
}
