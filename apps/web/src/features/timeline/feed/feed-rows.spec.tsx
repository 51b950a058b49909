import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from '../../../../test/answers';
import { showTo } from '../../../../test/show';
import { rowKeys, shortcutOf } from '../../../shared/rows/keys';
import { rowScope } from '../../../shared/rows/row-scope.store';
import { PostCard } from '../post/post-card';
import { postOf, sampleStaff } from '../post/post.fixture';
import { FeedRows } from './feed-rows';

const at = '2026-11-21T05:30:00.000Z';
const task = { status: 'waiting', statusUpdatedAt: at, assignUserId: null, dueAt: null } as const;
const place = { kind: 'all' } as const;

async function showCard(alone: boolean) {
  serve(({ url }) =>
    url.includes('/reactions')
      ? { body: { items: [{ id: 'r1', name: 'いいね', emoji: '👍' }] } }
      : { body: { items: [] } },
  );
  const post = postOf({ task, mustRead: true });
  await showTo(
    sampleStaff,
    <main id="content">
      <PostCard post={post} place={place} alone={alone} />
      <FeedRows
        posts={[post]}
        place={place}
        selected={new Set()}
        onSelect={() => undefined}
        onEdit={() => undefined}
        reveal={(_, done) => done()}
        threadId={null}
      />
    </main>,
  );
  await screen.findByRole('button', { name: 'リアクションする' });
}

/** Shortcuts of the card and of its open menu, with the words that show them. */
const shown = () =>
  new Map(
    [...document.querySelectorAll('[aria-keyshortcuts]')].map((control) => [
      control.getAttribute('aria-keyshortcuts')!,
      control.getAttribute('data-tip') ?? control.textContent ?? '',
    ]),
  );

describe('the keys of a post', () => {
  it('stand in the tooltips and menus of its card, each with its command', async () => {
    await showCard(false);
    const keys = shown();
    await userEvent.click(screen.getByRole('button', { name: '投稿の操作' }));
    await screen.findByRole('menuitem', { name: 'フォローする' });
    for (const [key, words] of shown()) keys.set(key, words);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: '未対応' }));
    await screen.findByRole('menuitem', { name: '完了' });
    for (const [key, words] of shown()) keys.set(key, words);

    const commands = rowScope.read()!.commands;
    expect(commands.length).toBeGreaterThan(10);
    for (const { name } of commands) {
      const key = rowKeys[name];
      expect([name, keys.get(shortcutOf(key))]).toEqual([name, expect.stringContaining(key)]);
    }
  });

  it('are not shown where they do not act, as in its thread', async () => {
    await showCard(true);
    expect([...shown().keys()]).toEqual([]);
  });
});
