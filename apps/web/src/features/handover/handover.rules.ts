import type { Handover, Happening, HappeningKind, MemberRef, Post } from '@engawa/contracts';

/** How far back one looks; `last` is up to where one said that one had seen it. */
export type HandoverRange = 'last' | 'day' | 'week' | 'month';
export const handoverRanges: readonly HandoverRange[] = ['last', 'day', 'week', 'month'];

const DAY = 86_400_000;
const days: Record<Exclude<HandoverRange, 'last'>, number> = { day: 1, week: 7, month: 30 };

/** The range that an address names; nonsense counts as absent. */
export function readRange(params: URLSearchParams): HandoverRange {
  const wanted = params.get('since');
  return handoverRanges.find((range) => range === wanted) ?? 'last';
}

/** What the server is asked for a range. */
export function questionOf(range: HandoverRange, now: number): { since?: string } {
  return range === 'last' ? {} : { since: new Date(now - days[range] * DAY).toISOString() };
}

/** What happened to one post. */
export interface AwayRow {
  post: Post;
  /** How often each kind happened; kinds that did not are left out. */
  counts: Partial<Record<HappeningKind, number>>;
  /** The latest of it. */
  at: string;
}

/** What happened around one member; `member` is null for posts that name nobody. */
export interface AwayGroup {
  member: MemberRef | null;
  rows: AwayRow[];
}

/**
 * What happened, by member and not by kind of event: each post once, under the first member that
 * it names. The latest comes first, posts that name nobody come last. Must-reads are left out: they
 * have a part of their own.
 */
export function groupByMember(handover: Handover, posts: readonly Post[]): AwayGroup[] {
  const byId = new Map(posts.map((post) => [post.id, post]));
  const rows = new Map<string, AwayRow>();
  for (const { kind, postId, at } of happeningsOf(handover)) {
    const post = byId.get(postId);
    if (!post) continue;
    const row = rows.get(postId) ?? { post, counts: {}, at };
    row.counts[kind] = (row.counts[kind] ?? 0) + 1;
    if (at > row.at) row.at = at;
    rows.set(postId, row);
  }
  const groups = new Map<string, AwayGroup>();
  for (const row of [...rows.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    const member = row.post.members[0] ?? null;
    const group = groups.get(member?.id ?? '') ?? { member, rows: [] };
    group.rows.push(row);
    groups.set(member?.id ?? '', group);
  }
  const all = [...groups.values()];
  return [...all.filter(({ member }) => member), ...all.filter(({ member }) => !member)];
}

/** All that happened but must-reads. */
export function happeningsOf(handover: Handover): Happening[] {
  return handover.sections.flatMap(({ kind, items }) => (kind === 'mustRead' ? [] : items));
}

/** How many happenings the answer counts but does not hold. */
export function leftOut(handover: Handover): number {
  return handover.sections.reduce(
    (sum, { kind, count, items }) => (kind === 'mustRead' ? sum : sum + count - items.length),
    0,
  );
}
