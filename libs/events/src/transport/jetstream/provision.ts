import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  StoreCompression,
  type StreamConfig,
} from 'nats';

const STREAM_EXISTS_OTHERWISE = 10_058;
const DAY_MS = 86_400_000;

/** Limits of a stream; beyond them the oldest events are deleted, applied or not. */
export interface StreamBounds {
  days: number;
  events: number;
}

/**
 * Creates or updates a stream; safe to repeat and to run concurrently. Limited by the number of
 * events: a limit in bytes would be reserved on disk immediately.
 */
export async function ensureStream(
  manager: JetStreamManager,
  name: string,
  subjects: string,
  replicas: number,
  bounds: StreamBounds,
): Promise<void> {
  const config: Partial<StreamConfig> = {
    name,
    subjects: [subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: nanos(bounds.days * DAY_MS),
    max_msgs: bounds.events,
    num_replicas: replicas,
    compression: StoreCompression.S2,
  };
  try {
    await manager.streams.add(config);
  } catch (error) {
    const exists =
      error instanceof NatsError && error.api_error?.err_code === STREAM_EXISTS_OTHERWISE;
    if (!exists) throw error;
    await manager.streams.update(name, config);
  }
}

/** A durable consumer shared by all replicas of a listening service. */
export interface ConsumerWanted {
  stream: string;
  name: string;
  /** Subjects that it receives. */
  subjects: readonly string[];
  /** A message in progress without a sign of life for this long is redelivered, in ms. */
  ackWaitMs: number;
}

/**
 * Creates or updates a durable consumer; safe to repeat and to run concurrently. It delivers one
 * message at a time to all replicas together, and the next one after the acknowledgement, which
 * keeps the order of each aggregate across replicas and crashes. An existing one keeps its
 * position; older events of a newly added name are not delivered.
 */
export async function ensureConsumer(
  manager: JetStreamManager,
  { stream, name, subjects, ackWaitMs }: ConsumerWanted,
): Promise<void> {
  const changeable = {
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 1,
    // Versions before 3 used it for a single subject.
    filter_subject: undefined,
    filter_subjects: [...subjects].sort(),
  };
  try {
    await manager.consumers.add(stream, {
      ...changeable,
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      replay_policy: ReplayPolicy.Instant,
      deliver_policy: DeliverPolicy.All,
    });
  } catch (error) {
    if (!(error instanceof NatsError) || error.api_error?.code !== 400) throw error;
    await manager.consumers.update(stream, name, changeable);
  }
}

/**
 * The consumer with which a version before 3 read a whole stream: `tasks`, or the last of
 * `tasks-2`, `tasks-3` …. Null without one.
 */
export async function findEarlierConsumer(
  manager: JetStreamManager,
  stream: string,
  service: string,
): Promise<string | null> {
  const form = new RegExp(`^${service}(?:-(\\d+))?$`);
  let found: { generation: number; name: string } | null = null;
  for await (const { name } of manager.consumers.list(stream)) {
    const match = form.exec(name);
    const generation = Number(match?.[1] ?? 1);
    if (match && (!found || generation > found.generation)) found = { generation, name };
  }
  return found?.name ?? null;
}
