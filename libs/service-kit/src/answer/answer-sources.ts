import {
  currentContext,
  type AnswerSources,
  type RequestContext,
} from '../context/request-context';
import { namesTag } from './entity-tag';

/** Returned by a handler instead of its answer: the caller has it. */
export class UnchangedAnswer {
  constructor(readonly tag: string) {}
}

interface Remembered extends AnswerSources {
  readonly tag: string;
}

/** Entries of this process; each names at most the people of a page. */
const MAX_REMEMBERED = 500;
const remembered = new Map<string, Remembered>();

function keyOf({ service, space, staffId, locale, address }: RequestContext): string {
  return JSON.stringify([service, space, staffId, locale, address]);
}

/**
 * For lists that many callers ask for again and again. Not null if the caller names the tag of an
 * answer that was made of the same sources: the handler returns it and makes no answer. `readDigest`
 * is called only for a caller with a tag, and before the answer is made: a digest that is older than
 * its answer never comes back, one that is newer would hide a change.
 */
export async function unchangedAnswer(
  readDigest: () => Promise<string>,
): Promise<UnchangedAnswer | null> {
  const context = currentContext();
  if (!context?.ifNoneMatch) return null;
  const digest = await readDigest();
  const known = remembered.get(keyOf(context));
  const isKnown = known?.digest === digest && namesTag(context.ifNoneMatch, known.tag);
  if (isKnown && known.hold()) return new UnchangedAnswer(known.tag);
  context.sources = { digest, hold: () => true };
  return null;
}

/** Declares what the digest of the current request does not cover: whether it is as it was. */
export function holdsWhile(hold: () => boolean): void {
  const { sources } = currentContext() ?? {};
  if (sources) sources.hold = hold;
}

/** Remembers the sources of an answer that the caller had already, for its next request. */
export function rememberSources(context: RequestContext, tag: string): void {
  if (!context.sources) return;
  const key = keyOf(context);
  remembered.delete(key);
  remembered.set(key, { ...context.sources, tag });
  if (remembered.size <= MAX_REMEMBERED) return;
  const [oldest] = remembered.keys();
  remembered.delete(oldest!);
}
