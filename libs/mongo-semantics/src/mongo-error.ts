import type { Doc, Value } from './bson/bson-value';

const CODE_NAMES: { [code: number]: string } = {
  1: 'InternalError',
  2: 'BadValue',
  4: 'NoSuchKey',
  6: 'HostUnreachable',
  9: 'FailedToParse',
  11: 'UserNotFound',
  13: 'Unauthorized',
  14: 'TypeMismatch',
  15: 'Overflow',
  16: 'InvalidLength',
  17: 'ProtocolError',
  18: 'AuthenticationFailed',
  20: 'IllegalOperation',
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  57: 'DottedFieldName',
  59: 'CommandNotFound',
  61: 'ShardKeyNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  76: 'NoReplicationEnabled',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  91: 'ShutdownInProgress',
  96: 'OperationFailed',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  115: 'CommandNotSupported',
  117: 'ConflictingOperationInProgress',
  121: 'DocumentValidationFailure',
  125: 'CommandFailed',
  136: 'CappedPositionLost',
  146: 'ExceededMemoryLimit',
  148: 'NotAReplicaSet',
  165: 'ViewDepthLimitExceeded',
  166: 'CommandNotSupportedOnView',
  167: 'OptionNotSupportedOnView',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  197: 'InvalidIndexSpecificationOption',
  211: 'KeyNotFound',
  217: 'IncompleteTransactionHistory',
  225: 'TransactionTooOld',
  237: 'CursorKilled',
  224: 'QueryFeatureNotAllowed',
  238: 'NotImplemented',
  241: 'ConversionFailure',
  7: 'HostNotFound',
  64: 'WriteConcernTimeout',
  89: 'NetworkTimeout',
  134: 'ReadConcernMajorityNotAvailableYet',
  189: 'PrimarySteppedDown',
  262: 'ExceededTimeLimit',
  391: 'ReauthenticationRequired',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
  246: 'SnapshotUnavailable',
  251: 'NoSuchTransaction',
  263: 'OperationNotSupportedInTransaction',
  5: 'GraphContainsCycle',
  128: 'FailPointSetFailed',
  175: 'QueryPlanKilled',
  279: 'ClientDisconnect',
  280: 'ChangeStreamFatalError',
  291: 'NoQueryExecutionPlans',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  303: 'FeatureNotSupported',
  319: 'RetryableInternalTransactionNotSupported',
  322: 'APIVersionError',
  323: 'APIStrictError',
  324: 'APIDeprecationError',
  359: 'CannotConvertIndexToUnique',
  352: 'UnsupportedOpQueryCommand',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  14031: 'OutOfDiskSpace',
};

/** An error that goes to the client with MongoDB's own number and name. */
export class MongoError extends Error {
  constructor(
    readonly code: number,
    message: string,
    /** Further fields of the error, such as `keyPattern` of a duplicate key. */
    readonly details?: { [name: string]: Value },
  ) {
    super(message);
    this.name = 'MongoError';
  }

  /** MongoDB's name for the code; numbers without a name are called by their location. */
  get codeName(): string {
    return CODE_NAMES[this.code] ?? `Location${this.code}`;
  }
}

export class DuplicateKeyError extends MongoError {
  constructor(namespace: string, indexName: string, keyPattern: Doc, keyValue: Doc, shown: string) {
    super(
      11000,
      `E11000 duplicate key error collection: ${namespace} index: ${indexName} dup key: ${shown}`,
      {
        keyPattern,
        keyValue,
      },
    );
  }
}

export const badValue = (message: string): MongoError => new MongoError(2, message);
export const failedToParse = (message: string): MongoError => new MongoError(9, message);
export const typeMismatch = (message: string): MongoError => new MongoError(14, message);
