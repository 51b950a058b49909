/** Errors of MongoDB's driver where no server can be reached, or the connection to it broke. */
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
]);

/** Codes of a server that shuts down, recovers, or is not the primary. */
const changing: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** Whether an error says that the database cannot answer now; the request may be a good one. */
export function isDatabaseAway(error: object): boolean {
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  const named = String(name);
  if (unreachable.has(named)) return true;
  if (named.startsWith('Mongo') && changing.has(code)) return true;
  return typeof cause === 'object' && cause !== null && isDatabaseAway(cause);
}
