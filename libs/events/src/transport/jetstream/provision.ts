import {
  type JetStreamManager,
  NatsError,
  nanos,
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
