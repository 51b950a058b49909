import type { Comment, LiveMessage, Post } from '@engawa/contracts';
import { act, waitFor } from '@testing-library/react';
import { serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { hasUnsaved, keepUnsaved } from '../../../shared/edit/unsaved-edits';
import { hideToast, toastStore } from '../../../shared/feedback/toast.store';
import { type LiveListener, onLive } from '../../../shared/live/live';
import { emptyComment, formOf } from '../composer/form-state';
import { commentOf, postOf, sampleStaff } from '../post/post.fixture';
import { DeletedEditsHost } from './deleted-edits-host';

jest.mock('../../../shared/live/live', () => ({ onLive: jest.fn(() => () => undefined) }));

const post = postOf({ id: 'p1', memo: '鍵の相談' });
const comment = commentOf({ id: 'c1', postId: 'p1', memo: '電話する' });
const postEdit = { ...formOf(post), memo: '鍵の相談。来週もう一度。' };
const commentEdit = { ...emptyComment, memo: '明日の朝に電話する' };
const keyOf = ({ id }: Post | Comment) => `${sampleStaff.id}.${id}`;

const deletion = (id: string, actor = 'manager') =>
  ({
    ...{ name: id === 'p1' ? 'timeline.post.deleted' : 'timeline.comment.deleted', actor },
    aggregate: { type: 'x', id },
  }) as LiveMessage;

/** Shows the host and deletes; returns the drafts that were saved. */
async function after(message: LiveMessage, answer: { status: number }) {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  toastStore.read().forEach(({ id }) => hideToast(id));
  keepUnsaved(keyOf(post), { base: post, fields: postEdit, conflict: null });
  keepUnsaved(keyOf(comment), { base: comment, fields: commentEdit, conflict: null });
  const asked = serve(() => ({ ...answer, body: {} }));
  await showTo(sampleStaff, <DeletedEditsHost />);
  const [hear] = jest.mocked(onLive).mock.lastCall as [LiveListener];
  await act(async () => hear({ messages: [message], reset: false }));
  return () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

it('keeps what was written into a comment that somebody deletes as a draft of its thread', async () => {
  const drafts = await after(deletion('c1'), { status: 200 });
  await waitFor(() => expect(hasUnsaved(keyOf(comment))).toBe(false));
  expect(drafts()).toEqual([
    expect.objectContaining({ memo: commentEdit.memo, postIdForComment: 'p1' }),
  ]);
  expect(toastStore.read().map(({ text }) => text)).toEqual([
    '編集していたものが削除されました。書いた内容は下書きに残してあります。',
  ]);
  expect(hasUnsaved(keyOf(post))).toBe(true);
});

it('keeps those of the comments of a deleted post, too', async () => {
  const drafts = await after(deletion('p1'), { status: 200 });
  await waitFor(() => expect(drafts()).toHaveLength(2));
  await waitFor(() => expect(hasUnsaved(keyOf(comment))).toBe(false));
  expect(hasUnsaved(keyOf(post))).toBe(false);
  expect(drafts()).toEqual([
    expect.objectContaining({ memo: postEdit.memo, memberIds: ['m-sato'] }),
    expect.objectContaining({ memo: commentEdit.memo, postIdForComment: null }),
  ]);
});

it('loses nothing when the draft cannot be saved', async () => {
  const drafts = await after(deletion('c1'), { status: 503 });
  await waitFor(() => expect(toastStore.read()).toHaveLength(1));
  expect(drafts()).toHaveLength(1);
  expect(hasUnsaved(keyOf(comment))).toBe(true);
});

it('forgets the edit of what the reader deletes', async () => {
  const drafts = await after(deletion('p1', sampleStaff.id), { status: 200 });
  await waitFor(() => expect(hasUnsaved(keyOf(post))).toBe(false));
  expect(drafts()).toEqual([]);
  expect(toastStore.read()).toEqual([]);
});
