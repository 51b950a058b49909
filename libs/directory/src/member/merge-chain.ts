/** The fields of a member that merges need (MBR-5). */
export interface Mergeable {
  /** The member that this one was merged into. */
  mergedInto: string | null;
}

/**
 * Adds all merge targets of these members to `known`, by id, over chains of any length. Calls
 * `read` once per step of the longest chain.
 */
export async function readMergeTargets<Member extends Mergeable>(
  known: Map<string, Member>,
  read: (ids: string[]) => Promise<ReadonlyMap<string, Member>>,
): Promise<void> {
  for (;;) {
    const missing = new Set<string>();
    for (const { mergedInto } of known.values()) {
      if (mergedInto !== null && !known.has(mergedInto)) missing.add(mergedInto);
    }
    if (missing.size === 0) return;
    const found = await read([...missing]);
    if (found.size === 0) return;
    for (const [id, member] of found) known.set(id, member);
  }
}

/**
 * The id that is shown for a member: the one at the end of its merges. Two members merged into each
 * other at the same moment keep their own ids.
 */
export function shownMemberId(id: string, known: ReadonlyMap<string, Mergeable>): string {
  const seen = new Set([id]);
  for (let shown = id; ;) {
    const into = known.get(shown)?.mergedInto;
    if (into == null || !known.has(into)) return shown;
    if (seen.has(into)) return id;
    seen.add(into);
    shown = into;
  }
}

/** The id and all ids merged into it, directly or through others. */
export async function mergedMemberIds(
  id: string,
  findMergedInto: (id: string) => Promise<string[]>,
): Promise<string[]> {
  const all = new Set([id]);
  for (let level = [id]; level.length > 0;) {
    const found = (await Promise.all(level.map(findMergedInto))).flat();
    level = found.filter((one) => !all.has(one));
    for (const one of level) all.add(one);
  }
  return [...all];
}
