import type { StoredIssue } from '../post/post.schema';

type Solution = NonNullable<StoredIssue['solution']>;

/** The linked solution, even while it is deleted; null without one. */
export function linkedSolution(issue: StoredIssue | null): Solution | null {
  return issue?.solution ?? issue?.withdrawn?.solution ?? null;
}

/**
 * The issue after checking its solution: a deleted one, or one whose task is no longer done,
 * reopens the issue; when that is undone, it closes as before (TML-11). Null when nothing changes.
 */
export function issueAfterCheck(issue: StoredIssue, stands: boolean): StoredIssue | null {
  const { openedAt, closedAt, solution, withdrawn } = issue;
  if (!stands && solution && closedAt) {
    return { openedAt, closedAt: null, solution: null, withdrawn: { closedAt, solution } };
  }
  return stands && !solution && withdrawn ? { openedAt, ...withdrawn } : null;
}
