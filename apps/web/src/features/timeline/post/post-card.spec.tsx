import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { PostCard } from './post-card';
import { postOf, sampleStaff } from './post.fixture';

const open = (id: string) =>
  showTo(sampleStaff, <PostCard post={postOf({ id })} place={place} alone />);
const like = { id: 'like', name: 'いいね', emoji: '👍' };
const place = { kind: 'all' } as const;
const field = () => screen.findByRole<HTMLTextAreaElement>('combobox', { name: '本文' });
const edit = async () => {
  await userEvent.click(screen.getByRole('button', { name: '投稿の操作' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^編集する/ }));
  return field();
};

beforeEach(() => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(({ url }) => ({
    body: { items: url.includes('/reactions') ? [like] : [], nextCursor: null },
  }));
});

describe('the edit of a post', () => {
  it('is continued after its thread or page was closed', async () => {
    const { unmount } = await open('p-closed');
    await userEvent.type(await edit(), '午前だけ。');
    unmount();
    await open('p-closed');
    expect((await edit()).value).toBe('来月から週3日に増やしたいとのこと。午前だけ。');
  });

  it('is put away by Escape and continued, and discarded by its button', async () => {
    await open('p-escape');
    await userEvent.type(await edit(), '午後だけ。');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(document.activeElement === screen.getByRole('article')).toBe(true);
    expect((await edit()).value).toContain('午後だけ。');
    await userEvent.click(screen.getByRole('button', { name: 'キャンセル' }));
    expect((await edit()).value).not.toContain('午後だけ。');
  });
});

describe('the buttons of a post that show on hover', () => {
  const groupOf = async (commentCount: number) => {
    const { container } = await showTo(
      sampleStaff,
      <PostCard post={postOf({ commentCount })} place={place} />,
    );
    await screen.findByRole('button', { name: 'リアクションする' });
    const groups = container.querySelectorAll<HTMLElement>('.quick');
    expect(groups).toHaveLength(1);
    return within(groups[0]!);
  };

  it('are one group, which the comments leave once there are any', async () => {
    const group = await groupOf(0);
    expect(group.getAllByRole('button')).toHaveLength(2);
    group.getByRole('link', { name: 'コメント' });
    cleanup();
    const answered = await groupOf(2);
    expect(answered.getAllByRole('button')).toHaveLength(2);
    expect(answered.queryByRole('link')).toBeNull();
    screen.getByRole('link', { name: 'コメント 2件' });
  });

  it('take no line of a narrow window with a mouse', () => {
    const css = readFileSync(path.join(__dirname, 'post-card.module.css'), 'utf8');
    const [, narrow = ''] = css.split(
      '@media (hover: hover) and (pointer: fine) and (max-width: 767px) {',
    );
    const [, group = ''] = /\.quick \{([^}]*)\}/.exec(narrow) ?? [];
    expect(group).toContain('position: absolute;');
  });
});
