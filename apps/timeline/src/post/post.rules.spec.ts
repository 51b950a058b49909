import type { UpdatePostInput } from '@engawa/contracts';
import { editPost, nextIssue, touchesOnlyTask } from './post.rules';
import type { PostDocument } from './post.schema';

const at = new Date('2026-11-21T10:00:00Z');
const talkedAt = new Date('2026-11-20T10:00:00Z');

const post: PostDocument = {
  id: 'p1',
  space: 'space-a',
  version: 4,
  createdAt: talkedAt,
  updatedAt: talkedAt,
  ownerId: 'ann',
  memo: 'memo',
  labelIds: ['idea'],
  memberIds: ['m1'],
  talkedAt,
  mirror: null,
  attachments: [],
  reactions: [],
  editedAt: null,
  history: [],
  contentVersion: 2,
  deleted: false,
  commentCount: 0,
  lastCommenterIds: [],
  commentTally: 0,
  mustRead: true,
  confirmations: [{ staffId: 'bob', confirmedAt: talkedAt }],
  issue: null,
  introduction: null,
  importKey: null,
};

const edit = (input: UpdatePostInput, from = post) =>
  editPost(from, input, {
    editor: 'ann',
    at,
    isIssue: (id) => id === 'businessIssue',
    attachments: undefined,
  });

it('changes only what differs', () => {
  expect(edit({})).toBeNull();
  const same = { memo: 'memo', labelIds: ['idea', 'idea'], memberIds: ['m1'], mustRead: true };
  expect(edit({ ...same, talkedAt: '2026-11-20T19:00:00+09:00', task: null })).toBeNull();
  expect(edit({ memberIds: ['m2'] })).toEqual({ memberIds: ['m2'], editedAt: at });
  expect(edit({ labelIds: ['request'] })).toEqual({ labelIds: ['request'] });
});

it('asks for confirmations again when it becomes must-read again', () => {
  expect(edit({ mustRead: false })).toEqual({ mustRead: false, confirmations: [] });
});

it('leaves a talk that was put far ahead before where it is, but moves none there', () => {
  const ahead = '9999-12-31T00:00:00.000Z';
  expect(edit({ talkedAt: ahead })).toBe('ahead');
  const put = { ...post, talkedAt: new Date(ahead) };
  expect(edit({ talkedAt: ahead, memo: 'new' }, put)).toMatchObject({ memo: 'new' });
});

it('is not left empty', () => {
  expect(edit({ memo: '  ' })).toBe('empty');
});

it('opens an issue with its label at the time of the talk, and ends it with the last', () => {
  expect(edit({ labelIds: ['businessIssue'] })).toEqual({
    labelIds: ['businessIssue'],
    issue: { openedAt: talkedAt, closedAt: null, solution: null },
    issueState: 'open',
  });
  const closed = {
    openedAt: talkedAt,
    closedAt: at,
    solution: {
      kind: 'post' as const,
      postId: 'p2',
      commentId: null,
      solvedBy: { kind: 'staff' as const, id: 'bob' },
      linkedBy: 'ann',
      linkedAt: at,
    },
  };
  const isIssue = (id: string) => id.endsWith('Issue');
  expect(nextIssue(closed, ['operationalIssue'], isIssue, talkedAt)).toBe(closed);
  expect(nextIssue(closed, ['idea'], isIssue, talkedAt)).toBeNull();
});

it.each<[UpdatePostInput, boolean]>([
  [{ task: {} }, true],
  [{ task: null }, true],
  [{ task: {}, memo: undefined }, true],
  [{ task: {}, memo: 'x' }, false],
  [{ labelIds: [] }, false],
])('%j is about the task alone: %p', (input, only) => {
  expect(touchesOnlyTask(input)).toBe(only);
});
