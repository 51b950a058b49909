import { ChangeContended, DuplicateKey, StaleVersion } from '../persistence.errors';

/** The service's own errors for rejected writes; without an entry the error passes unchanged. */
interface WriteErrorMap<Stored> {
  /** Another change came first; `current` is the stored document. */
  stale?: (current: Stored) => Error | Promise<Error>;
  /** Another document has the same unique key. */
  taken?: () => Error;
  /** The write gave up after repeated conflicts. */
  contended?: () => Error;
}

/**
 * Awaits a write and replaces `StaleVersion`, `DuplicateKey` and `ChangeContended` by the service's
 * own errors.
 */
export async function mapWriteErrors<T, Stored = never>(
  write: Promise<T>,
  { stale, taken, contended }: WriteErrorMap<Stored>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (stale && error instanceof StaleVersion) throw await stale(error.current as Stored);
    if (taken && error instanceof DuplicateKey) throw taken();
    if (contended && error instanceof ChangeContended) throw contended();
    throw error;
  }
}
