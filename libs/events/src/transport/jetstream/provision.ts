import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats';

/** A republished event within this time is recognised by its id and dropped by the server. */
const DUPLICATE_WINDOW_MS = 5 * 60_000;
const STREAM_EXISTS_OTHERWISE = 10_058;
const DAY_MS = 86_400_000;

/** What a stream keeps at most; beyond it the oldest events leave, applied or not. */
export interface StreamBounds {
  days: number;
  events: number;
}

/**
 * Makes a stream unless it exists so; safe to repeat and to run on several machines at once. Its
 * size is bounded by the number of events: a bound in bytes would be set aside on the disk at once.
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
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: replicas,
    allow_direct: true,
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

/** Without a sign of life for this long, a message in hand is delivered again. */
export const ACK_WAIT_MS = 5_000;

/** One durable consumer that all replicas of a listening service share. */
export interface ConsumerWanted {
  stream: string;
  name: string;
  /** Subjects that it delivers. */
  subjects: readonly string[];
}

/**
 * Makes a durable consumer, or fits an existing one; safe to repeat and to run in several replicas
 * at once. It delivers one message at a time to all replicas together, and the next one only after
 * the acknowledgement: this keeps the order of each aggregate whoever applies it, also after a
 * crash. An existing one keeps its position; older events of a newly wanted name are not delivered.
 */
export async function ensureConsumer(
  manager: JetStreamManager,
  { stream, name, subjects }: ConsumerWanted,
): Promise<void> {
  const changeable = {
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: -1,
    max_ack_pending: 1,
    ...filterOf(subjects),
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
 * The consumer that a version before 3 read all of a stream with: `tasks`, or `tasks-2`, `tasks-3`
 * … of which the last one is in force. Null where there was none.
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

/** A single filter has a field of its own; servers before 2.10 know only that. */
function filterOf(subjects: readonly string[]): Partial<ConsumerConfig> {
  return subjects.length === 1
    ? { filter_subject: subjects[0]!, filter_subjects: undefined }
    : { filter_subject: undefined, filter_subjects: [...subjects].sort() };
}
