import type { Doc, Value } from './bson/bson-value';

const CODE_NAMES: { [code: number]: string } = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
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
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  115: 'CommandNotSupported',
  146: 'ExceededMemoryLimit',
  171: 'CannotIndexParallelArrays',
  246: 'SnapshotUnavailable',
  175: 'QueryPlanKilled',
  279: 'ClientDisconnect',
  292: 'QueryExceededMemoryLimitNoDiskUseAllowed',
  334: 'MechanismUnavailable',
  352: 'UnsupportedOpQueryCommand',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11600: 'InterruptedAtShutdown',
  14031: 'OutOfDiskSpace',
};

/** An error sent to the client with MongoDB's code and name. */
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

  /** MongoDB's name of the code; unnamed codes use their location. */
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
