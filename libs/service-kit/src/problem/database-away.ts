/** Driver errors for an unreachable server or a broken connection. */
const unreachable: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoStalePrimaryError',
  'MongoExpiredSessionError',
]);

/** Error codes of a server that shuts down, recovers, is not the primary, or has a full disk. */
const changing: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436, 14031,
]);

/** `FileStoreUnavailableError` of libs/storage. */
const FILES_AWAY = 'FileStoreUnavailableError';

/** Whether an error means that the database or the file store is temporarily unavailable. */
export function isStoreAway(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === FILES_AWAY || isDatabaseAway(error);
}

/** Whether an error means that the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // A bulk write wraps the error that ended it as `errorResponse`.
  const { name, code, cause, errorResponse } = error as Record<string, unknown>;
  const named = String(name);
  if (unreachable.has(named)) return true;
  if (named.startsWith('Mongo') && changing.has(code)) return true;
  return isDatabaseAway(cause) || isDatabaseAway(errorResponse);
}
