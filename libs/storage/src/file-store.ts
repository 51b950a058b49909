import type { Readable } from 'node:stream';

/** Metadata of a stored file. */
export interface StoredFileFacts {
  /** Bytes. */
  size: number;
  contentType: string;
}

/** A stored file that is being read; the caller ends or destroys the stream. */
export interface OpenedFile extends StoredFileFacts {
  stream: Readable;
}

/**
 * Stores files. A key is a relative path as in the specification, such as
 * `{space}/posts/{postId}/{filename}`; keys that leave the root or are not normalized throw
 * `InvalidFileKeyError`.
 */
export interface FileStore {
  /** Writes a file; an existing one is replaced atomically. */
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  /** Opens a file for reading. Throws `FileMissingError`. */
  open(key: string): Promise<OpenedFile>;
  /** Null when there is no such file. */
  find(key: string): Promise<StoredFileFacts | null>;
  /** Copies a file, replacing one at `to`. Throws `FileMissingError`. */
  copy(from: string, to: string): Promise<void>;
  /** Deletes the file; does nothing when there is none. */
  remove(key: string): Promise<void>;
  /** Deletes all files below a path such as `{space}/members/{memberId}`, also in its folders. */
  removeBelow(path: string): Promise<void>;
  /** Resolves when files can be stored now; otherwise rejects with the reason. */
  check(): Promise<void>;
}

/** Injection token of the `FileStore`. */
export const FILE_STORE = Symbol('FileStore');

/** No file is stored under the key. */
export class FileMissingError extends Error {
  constructor(readonly key: string) {
    super(`No file is stored as ${key}`);
    this.name = 'FileMissingError';
  }
}

/** A key that could leave the store's folder or is empty. */
export class InvalidFileKeyError extends Error {
  constructor(readonly key: string) {
    super(`Not a file key: ${JSON.stringify(key)}`);
    this.name = 'InvalidFileKeyError';
  }
}

// Control characters, and what Windows folders, shells or S3 tools read in another sense.
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f\\:*?"<>|]/;

/** Returns the key, or throws `InvalidFileKeyError` unless it is a plain relative path. */
export function checkedKey(key: string): string {
  const parts = key.split('/');
  const plain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!plain || forbidden.test(key) || Buffer.byteLength(key) > 1_000) {
    throw new InvalidFileKeyError(key);
  }
  return key;
}
