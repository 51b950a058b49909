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
    const exists =
      error instanceof NatsError && error.api_error?.err_code === STREAM_EXISTS_OTHERWISE;
    if (!exists) throw error;
    await manager.streams.update(name, config);
  }
}
