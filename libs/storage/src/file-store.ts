import type { Readable } from 'node:stream';

/** What is known of a stored file without reading it. */
export interface StoredFileFacts {
  /** Bytes. */
  size: number;
  contentType: string;
}

/** A stored file that is being read; whoever opened it ends or destroys the stream. */
export interface OpenedFile extends StoredFileFacts {
  stream: Readable;
}

/**
 * Where files lie, whatever keeps them. A key is a relative path of the source's form, such as
 * `{space}/posts/{postId}/{filename}`; keys that climb out or are not in their plain form are
 * refused with an `InvalidFileKeyError`.
 */
export interface FileStore {
  /** Writes the whole file; one with the same key is replaced at once, never half. */
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** Opens the file for reading. Throws a `FileMissingError` where there is none. */
  open(key: string): Promise<OpenedFile>;
  /** Null where there is no such file. */
  find(key: string): Promise<StoredFileFacts | null>;
  /** Copies a file; one that lies at `to` is replaced. Throws `FileMissingError`. */
  copy(from: string, to: string): Promise<void>;
  /** Takes the file away; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /** Resolves where files can be stored now; rejects with the reason otherwise. */
  check(): Promise<void>;
}

/** Dependency injection token of the `FileStore`. */
export const FILE_STORE = Symbol('FileStore');

export class FileMissingError extends Error {
  constructor(readonly key: string) {
    super(`No file is stored as ${key}`);
    this.name = 'FileMissingError';
  }
}

export class InvalidFileKeyError extends Error {
  constructor(readonly key: string) {
    super(`Not a file key: ${JSON.stringify(key)}`);
    this.name = 'InvalidFileKeyError';
  }
}

// Control characters, and what Windows folders, shells or S3 tools read in another sense.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f\\:*?"<>|]/;

/** Refuses a key that is not a plain relative path. Returns it otherwise. */
export function checkedKey(key: string): string {
  const parts = key.split('/');
  const plain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!plain || forbidden.test(key) || Buffer.byteLength(key) > 1_000) {
    throw new InvalidFileKeyError(key);
  }
  return key;
}
