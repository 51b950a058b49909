import { ProblemError } from '@engawa/service-kit';

/** 400 `request.invalid-cursor`: made up, or of another list or filter. */
export class InvalidCursor extends ProblemError {
  constructor() {
    super('request.invalid-cursor', { status: 400 });
  }
}

/** A unique index refused a write; `index` names it. */
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

/** A write said `ifVersion` and another change came first; `current` is what stands there now. */
export class StaleVersion<Doc = unknown> extends Error {
  override readonly name = 'StaleVersion';
  constructor(readonly current: Doc) {
    super('The version is not the current one');
  }
}

/** Too many others changed the same document at the same time. */
export class ChangeContended extends Error {
  override readonly name = 'ChangeContended';
  readonly transient = true;
}

/** Gives MongoDB's 11000 a type; everything else as it is. */
export function translateWriteError(collection: string, error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code !== 11000) return error;
  const index = /index: (\S+)/.exec(String(message))?.[1] ?? null;
  return new DuplicateKey(collection, index, { cause: error });
}
