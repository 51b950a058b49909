import type { StoredIssue } from '../post/post.schema';
import { linkedSolution, issueAfterCheck } from './issue.rules';

const openedAt = new Date('2026-11-01T00:00:00Z');
const closedAt = new Date('2026-11-03T00:00:00Z');
const solution: NonNullable<StoredIssue['solution']> = {
  ...{ kind: 'post', postId: 'p2', commentId: null },
  solvedBy: { kind: 'staff', id: 's1' },
  ...{ linkedBy: 's1', linkedAt: closedAt },
};
const solved: StoredIssue = { openedAt, closedAt, solution };

describe('a solution that goes', () => {
  it('opens the issue, and closes it as before when it is back', () => {
    const open = issueAfterCheck(solved, false)!;
    expect(open).toMatchObject({ openedAt, closedAt: null, solution: null });
    expect(linkedSolution(open)).toEqual(solution);
    expect(issueAfterCheck(open, true)).toEqual(solved);
  });

  it('changes nothing on a second call, and nothing without a solution', () => {
    expect(issueAfterCheck(solved, true)).toBeNull();
    expect(issueAfterCheck(issueAfterCheck(solved, false)!, false)).toBeNull();
    const open = { openedAt, closedAt: null, solution: null };
    expect(issueAfterCheck(open, false)).toBeNull();
    expect(issueAfterCheck(open, true)).toBeNull();
    expect(linkedSolution(open)).toBeNull();
    expect(linkedSolution(null)).toBeNull();
  });
});
