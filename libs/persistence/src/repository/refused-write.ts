import { DuplicateKey, StaleVersion } from '../persistence.errors';

/** How a service calls what refused a write; without a name it passes as it is. */
interface Refusals<Stored> {
  /** Another change came first; `current` is what stands there now. */
  stale?: (current: Stored) => Error;
  /** Another document has the key. */
  taken?: () => Error;
}

/** Awaits a write; where another one stood in its way, throws the service's own error for that. */
export async function orRefuse<T, Stored = never>(
  write: Promise<T>,
  { stale, taken }: Refusals<Stored>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (stale && error instanceof StaleVersion) throw stale(error.current as Stored);
    if (taken && error instanceof DuplicateKey) throw taken();
    throw error;
  }
}
