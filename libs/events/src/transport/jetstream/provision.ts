import {
  AckPolicy,
  DeliverPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
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
/** Without a sign of life for this long, an event in hand is given out again. */
export const ACK_WAIT_MS = 30_000;

/** Makes a stream unless it exists so; safe to repeat and to run on several machines at once. */
export async function ensureStream(
  manager: JetStreamManager,
  name: string,
  subjects: string,
  replicas: number,
): Promise<void> {
  const config: Partial<StreamConfig> = {
    name,
    subjects: [subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: replicas,
    allow_direct: true,
  };
  try {
    await manager.streams.add(config);
  } catch (error) {
    if (!isConflict(error)) throw error;
    await manager.streams.update(name, config);
  }
}

/** Makes a service's durable consumer of a stream, or brings its filter up to date. */
export async function ensureConsumer(
  manager: JetStreamManager,
  stream: string,
  durable: string,
  subjects: readonly string[],
): Promise<ConsumerInfo> {
  const config: Partial<ConsumerConfig> = {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: -1,
    max_ack_pending: 2_000,
    ...(subjects.length === 1
      ? { filter_subject: subjects[0]! }
      : { filter_subjects: [...subjects].sort() }),
  };
  const existing = await findConsumer(manager, stream, durable);
  if (!existing) return manager.consumers.add(stream, config);
  const wanted = [...subjects].sort().join();
  const { filter_subject, filter_subjects } = existing.config;
  const present = [...(filter_subjects ?? (filter_subject ? [filter_subject] : []))].sort().join();
  if (present === wanted) return existing;
  // The place in the stream is kept; older events of a newly wanted name are not given again.
  return manager.consumers.update(stream, durable, {
    ...config,
    filter_subject: subjects.length === 1 ? subjects[0]! : undefined,
    filter_subjects: subjects.length === 1 ? undefined : [...subjects].sort(),
  });
}

/**
 * Makes the consumer give out again, at once and in order, what a dead holder left unacknowledged;
 * the server alone would do so only after the acknowledgement time, behind newer events.
 */
export async function rewindConsumer(
  manager: JetStreamManager,
  stream: string,
  durable: string,
  info: ConsumerInfo,
): Promise<void> {
  await manager.consumers.delete(stream, durable);
  const { filter_subject, filter_subjects, ...rest } = info.config;
  await manager.consumers.add(stream, {
    durable_name: durable,
    ack_policy: rest.ack_policy,
    replay_policy: rest.replay_policy,
    ack_wait: rest.ack_wait,
    max_deliver: rest.max_deliver,
    max_ack_pending: rest.max_ack_pending,
    ...(filter_subject ? { filter_subject } : { filter_subjects }),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: info.ack_floor.stream_seq + 1,
  });
}

async function findConsumer(
  manager: JetStreamManager,
  stream: string,
  durable: string,
): Promise<ConsumerInfo | null> {
  try {
    return await manager.consumers.info(stream, durable);
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === 10014) return null;
    throw error;
  }
}

/** 10058: the stream exists with another configuration. */
function isConflict(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.err_code === 10058;
}
