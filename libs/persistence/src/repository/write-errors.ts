import { ChangeContended, DuplicateKey, StaleVersion } from '../persistence.errors';

/** How a service calls what refused a write; without a name it passes as it is. */
interface WriteErrorMap<Stored> {
  /** Another change came first; `current` is what stands there now. */
  stale?: (current: Stored) => Error | Promise<Error>;
  /** Another document has the key. */
  taken?: () => Error;
  /** Others changed it again and again in the meantime. */
  contended?: () => Error;
}

/** Awaits a write; where another one stood in its way, throws the service's own error for that. */
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
