import type { StoredIssue } from '../post/post.schema';

type Solution = NonNullable<StoredIssue['solution']>;

/** What solved an issue, also while it is gone for the moment; null where nothing is linked. */
export function linkedSolution(issue: StoredIssue | null): Solution | null {
  return issue?.solution ?? issue?.withdrawn?.solution ?? null;
}

/**
 * The issue after looking whether its solution still stands: one that is gone, or whose task is no
 * longer done, opens the issue; when that is undone, it closes as before (TML-11). Null where
 * nothing changes.
 */
export function issueAfterCheck(issue: StoredIssue, stands: boolean): StoredIssue | null {
  const { openedAt, closedAt, solution, withdrawn } = issue;
  if (!stands && solution && closedAt) {
    return { openedAt, closedAt: null, solution: null, withdrawn: { closedAt, solution } };
  }
  return stands && !solution && withdrawn ? { openedAt, ...withdrawn } : null;
}
