import type { StoredIssue } from '../post/post.schema';
import { tallyOf } from './tally.rules';

const createdAt = new Date('2026-11-21T10:00:00Z');
const open: StoredIssue = { openedAt: createdAt, closedAt: null, solution: null };
const solved = (kind: 'staff' | 'member', id: string): StoredIssue => ({
  openedAt: createdAt,
  closedAt: createdAt,
  solution: {
    kind: 'post',
    postId: 'p2',
    commentId: null,
    solvedBy: { kind, id },
    linkedBy: 'ann',
    linkedAt: createdAt,
  },
});
const post = (issue: StoredIssue | null = null, deleted = false) => ({
  ownerId: 'ann',
  createdAt,
  deleted,
  issue,
});
type Case = [string, ReturnType<typeof post> | null, ReturnType<typeof post>, object[]];

it.each<Case>([
  ['a new post', null, post(), [{ staffId: 'ann', post: 1, issue: 0, resolved: 0 }]],
  ['a new issue', null, post(open), [{ staffId: 'ann', post: 1, issue: 1, resolved: 0 }]],
  [
    'a deletion',
    post(open),
    post(open, true),
    [{ staffId: 'ann', post: -1, issue: -1, resolved: 0 }],
  ],
  [
    'an undone deletion',
    post(null, true),
    post(),
    [{ staffId: 'ann', post: 1, issue: 0, resolved: 0 }],
  ],
  [
    'a solution',
    post(open),
    post(solved('staff', 'bob')),
    [{ staffId: 'bob', post: 0, issue: 0, resolved: 1 }],
  ],
  [
    'another solver',
    post(solved('staff', 'bob')),
    post(solved('staff', 'ann')),
    [
      { staffId: 'ann', post: 0, issue: 0, resolved: 1 },
      { staffId: 'bob', post: 0, issue: 0, resolved: -1 },
    ],
  ],
])('%s', (_what, before, after, changes) => {
  const tally = tallyOf(before, after);
  expect(tally?.writtenAt).toBe(createdAt.toISOString());
  expect(tally?.changes.sort((a, b) => (a.staffId < b.staffId ? -1 : 1))).toEqual(changes);
});

it.each<[string, ReturnType<typeof post>, ReturnType<typeof post>]>([
  ['an edit', post(open), post(open)],
  ['a solution by a member', post(open), post(solved('member', 'm1'))],
  ['a change of what is deleted', post(null, true), post(open, true)],
])('%s counts for nothing', (_what, before, after) => {
  expect(tallyOf(before, after)).toBeNull();
});
