import {
  currentContext,
  type AnswerSources,
  type RequestContext,
} from '../context/request-context';

/** The JSON answer of a GET as it is sent. A handler returns it when it was made before. */
export class KnownAnswer {
  constructor(
    readonly tag: string,
    readonly body: Buffer,
  ) {}
}

interface Remembered extends AnswerSources {
  /** Null: the address was asked for once. */
  readonly answer: KnownAnswer | null;
}

const asked: Remembered = { digest: '', hold: () => false, answer: null };

/** Entries of this process, and bytes of their answers. */
const MAX_REMEMBERED = 500;
const MAX_BYTES = 16 * 1024 * 1024;
const remembered = new Map<string, Remembered>();
let bytes = 0;

/**
 * For lists that many callers ask for again and again. Not null if an answer to this address was made
 * of the same sources: the handler returns it and makes none. The digest, with the space and the
 * address, decides all that the answer says, whoever asks. `readDigest` is called from the second time
 * on that an address is asked for, or for a caller with a tag. A handler that makes the answer calls
 * `madeOf`.
 */
export async function knownAnswer(readDigest: () => Promise<string>): Promise<KnownAnswer | null> {
  const context = currentContext();
  if (context?.address === undefined) return null;
  const key = keyOf(context);
  if (!remembered.has(key) && context.ifNoneMatch === undefined) {
    keep(key, asked);
    return null;
  }
  const digest = await readDigest();
  const known = remembered.get(key);
  if (known?.answer && known.digest === digest && known.hold()) {
    keep(key, known);
    return known.answer;
  }
  context.sources = { digest: '', hold: () => false };
  return null;
}

/**
 * Declares the digest of what the answer of the current request is made of, and whether what the digest
 * does not cover is as it was. The digest that `knownAnswer` read will not do: it is older, and comes
 * back when what was added in between is deleted.
 */
export function madeOf(digest: () => string, hold: () => boolean = () => true): void {
  const { sources } = currentContext() ?? {};
  if (sources) Object.assign(sources, { digest: digest(), hold });
}

/** Remembers an answer that named what it is made of, for the next callers. */
export function rememberAnswer(context: RequestContext, answer: KnownAnswer): void {
  const { sources } = context;
  if (!sources) return;
  const key = keyOf(context);
  if (sources.hold()) keep(key, { ...sources, answer });
  else forget(key);
}

function keyOf({ service, space, address }: RequestContext): string {
  return JSON.stringify([service, space, address]);
}

/** Beyond the limits, the entries that were asked for the longest ago are forgotten. */
function keep(key: string, entry: Remembered): void {
  forget(key);
  remembered.set(key, entry);
  bytes += sizeOf(entry);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED && bytes <= MAX_BYTES) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  const entry = remembered.get(key);
  if (!entry) return;
  remembered.delete(key);
  bytes -= sizeOf(entry);
}

function sizeOf({ answer }: Remembered): number {
  return answer?.body.length ?? 0;
}
