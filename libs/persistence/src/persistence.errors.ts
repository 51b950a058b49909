import { ProblemError } from '@engawa/service-kit';

/** 400 `request.invalid-cursor`: a forged cursor, or one of another list or filter. */
export class InvalidCursor extends ProblemError {
  constructor() {
    super('request.invalid-cursor', { status: 400 });
  }
}

/** A unique index rejected a write; `index` is its name. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
  constructor(
    readonly collection: string,
    readonly index: string | null,
    options?: ErrorOptions,
  ) {
    super(`${collection}: a document with this key exists (${index ?? 'unknown index'})`, options);
  }
}

/** A write with `ifVersion` met another version; `current` is the stored document. */
export class StaleVersion<Doc = unknown> extends Error {
  override readonly name = 'StaleVersion';
  constructor(readonly current: Doc) {
    super('The version is not the current one');
  }
}

/** A write gave up after too many concurrent changes of the same document. */
export class ChangeContended extends Error {
  override readonly name = 'ChangeContended';
  readonly transient = true;
}

/** Converts MongoDB's error 11000 to `DuplicateKey`; returns other errors unchanged. */
export function translateWriteError(collection: string, error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code !== 11000) return error;
  const index = /index: (\S+)/.exec(String(message))?.[1] ?? null;
  return new DuplicateKey(collection, index, { cause: error });
}

/** A new document does not fit the shape of its store. Always a bug. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
}
