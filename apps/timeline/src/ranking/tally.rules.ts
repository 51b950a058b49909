import type { PostDocument } from '../post/post.schema';

/** What a post counts for, by staff. */
interface Figures {
  post: number;
  issue: number;
  resolved: number;
}

/** What a change of a post adds to the counters of staff, or takes away. */
export interface Tally {
  /** RFC 3339; says in which month it counts. */
  writtenAt: string;
  changes: ({ staffId: string } & Figures)[];
}

type Counted = Pick<PostDocument, 'ownerId' | 'createdAt' | 'deleted' | 'issue'>;

/**
 * The difference between what a post counted for before and after a change; null where there is
 * none. Adding differences comes out the same in whatever order the events arrive.
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
