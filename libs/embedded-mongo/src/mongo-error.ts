import type { Value } from './bson/bson-value';

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
  22: 'InvalidBSON',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
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
  175: 'QueryPlanKilled',
  215: 'DatabaseDropPending',
  246: 'SnapshotUnavailable',
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

/** 2 (BadValue). */
export const badValue = (message: string): MongoError => new MongoError(2, message);
/** 9 (FailedToParse). */
export const failedToParse = (message: string): MongoError => new MongoError(9, message);
/** 15998: a path with an empty part. */
export const emptyPathPart = (): MongoError =>
  new MongoError(15998, 'FieldPath field names may not be empty strings.');
/** 16410: a path with a part that starts with `$`. */
export const dollarPath = (): MongoError =>
  new MongoError(16410, `FieldPath field names may not start with '$'.`);
/** 14 (TypeMismatch). */
export const typeMismatch = (message: string): MongoError => new MongoError(14, message);
