import type { PostDocument } from '../post/post.schema';

/** What a post counts for, by staff member. */
interface Figures {
  post: number;
  issue: number;
  resolved: number;
}

/** The change of counters caused by a change of a post. */
export interface Tally {
  /** RFC 3339; determines the month. */
  writtenAt: string;
  changes: ({ staffId: string } & Figures)[];
}

type Counted = Pick<PostDocument, 'ownerId' | 'createdAt' | 'deleted' | 'issue'>;

/**
 * The difference of what a post counted for before and after a change; null for none. Differences
 * can be added in any order.
 */
export function tallyOf(before: Counted | null, after: Counted): Tally | null {
  const figures = new Map<string, Figures>();
  add(figures, before, -1);
  add(figures, after, 1);
  const changes = [...figures]
    .filter(([, { post, issue, resolved }]) => post !== 0 || issue !== 0 || resolved !== 0)
    .map(([staffId, counted]) => ({ staffId, ...counted }));
  return changes.length === 0 ? null : { writtenAt: after.createdAt.toISOString(), changes };
}

function add(figures: Map<string, Figures>, post: Counted | null, sign: 1 | -1): void {
  if (!post || post.deleted) return;
  const owner = figuresOf(figures, post.ownerId);
  owner.post += sign;
  if (!post.issue) return;
  owner.issue += sign;
  const solvedBy = post.issue.solution?.solvedBy;
  if (solvedBy?.kind === 'staff') figuresOf(figures, solvedBy.id).resolved += sign;
}

function figuresOf(figures: Map<string, Figures>, staffId: string): Figures {
  const known = figures.get(staffId) ?? { post: 0, issue: 0, resolved: 0 };
  figures.set(staffId, known);
  return known;
}
