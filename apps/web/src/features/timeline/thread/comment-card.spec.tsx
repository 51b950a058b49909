import type { Comment } from '@engawa/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Asked, serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { toastStore } from '../../../shared/feedback/toast.store';
import { commentOf, sampleStaff } from '../post/post.fixture';
import { useListCommentsQuery } from '../timeline.api';
import { CommentCard } from './comment-card';

/** The comments of a post, and the keys that reach the panel around them. */
function Thread({ onKey }: { onKey: (key: string) => void }) {
  const { data = [] } = useListCommentsQuery('p1');
  return (
    <section
      onKeyDown={({ key, defaultPrevented }) => {
        if (!defaultPrevented) onKey(key);
      }}
    >
      {data.map((one) => (
        <CommentCard key={one.id} comment={one} place={{ kind: 'all' }} />
      ))}
    </section>
  );
}

const name = { name: 'コメントを編集する' };
const field = () => screen.findByRole<HTMLTextAreaElement>('combobox', name);

describe('the edit of a comment', () => {
  let log: Asked[];
  let comment: Comment;
  /** Keys that reach the panel around the comment. */
  let keys: string[];

  /** Opens the thread with a comment, of its own for each test. */
  const open = (id: string, staff = sampleStaff) => {
    keys = [];
    comment = commentOf({ id, ownerId: staff.id });
    return showTo(staff, <Thread onKey={(key) => keys.push(key)} />);
  };
  const edit = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'コメントの操作' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '編集する' }));
    return field();
  };

  beforeEach(() => {
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    log = serve(({ method, url }) => {
      if (method === 'PATCH') return { body: { ...comment, version: 2, memo: '確認しました。' } };
      return { body: { items: url.includes('/comments') ? [comment] : [], nextCursor: null } };
    });
  });

  it('returns with its thread after the thread was closed, and ends with saving', async () => {
    const { unmount } = await open('c-closed');
    await userEvent.clear(await edit());
    await userEvent.type(await field(), '確認しました。');
    unmount();

    const again = await open('c-closed');
    expect((await field()).value).toBe('確認しました。');
    expect(document.activeElement === (await field())).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: '保存する' }));
    await waitFor(() => expect(screen.queryByRole('combobox', name)).toBeNull());
    expect(log.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      memo: '確認しました。',
    });
    again.unmount();

    await open('c-closed');
    await screen.findByText('確認します。');
    expect(screen.queryByRole('combobox', name)).toBeNull();
  });

  it('is put away by Escape, which leaves the thread open, and is continued', async () => {
    await open('c-escape');
    await userEvent.type(await edit(), 'あとで続ける');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('combobox', name)).toBeNull();
    expect(keys).not.toContain('Escape');
    expect(toastStore.read().at(-1)?.text).toContain('残してあります');
    // The next Escape closes the thread.
    await userEvent.keyboard('{Escape}');
    expect(keys).toContain('Escape');

    const continued = await edit();
    expect(continued.value).toBe('確認します。あとで続ける');
    await waitFor(() => expect(document.activeElement === continued).toBe(true));
  });

  it('is discarded by its button', async () => {
    await open('c-cancel');
    await userEvent.type(await edit(), '書き間違い');
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }));
    expect((await edit()).value).toBe('確認します。');
  });

  it('does not return without a change, and not for another staff member', async () => {
    const untouched = await open('c-untouched');
    await edit();
    untouched.unmount();
    const mine = await open('c-mine');
    await userEvent.type(await edit(), '私だけの文');
    mine.unmount();

    const other = await open('c-untouched');
    await screen.findByText('確認します。');
    expect(screen.queryByRole('combobox', name)).toBeNull();
    other.unmount();
    await open('c-mine', { ...sampleStaff, id: 's-other' });
    await screen.findByText('確認します。');
    expect((await edit()).value).toBe('確認します。');
  });
});

it('gives the focus to the comment beside it when it is deleted', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const comments = ['c1', 'c2', 'c3'].map((id) => commentOf({ id, ownerId: sampleStaff.id }));
  serve(({ method, url }) =>
    method === 'DELETE'
      ? { status: 204 }
      : { body: { items: url.includes('/comments') ? comments : [], nextCursor: null } },
  );
  await showTo(sampleStaff, <Thread onKey={jest.fn()} />);
  const [, second] = await screen.findAllByRole('button', { name: 'コメントの操作' });
  await userEvent.click(second!);
  await userEvent.click(await screen.findByRole('menuitem', { name: '削除する' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  expect(document.activeElement?.getAttribute('data-comment')).toBe('c3');
});
