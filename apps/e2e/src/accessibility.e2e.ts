import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Comment, Post, Task } from '@engawa/contracts';
import type { Page } from 'playwright-core';
import { eventually } from './api';
import { describeInBrowser, openWindow, signIn, type WindowOptions } from './browser';
import { Space } from './space';

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}
interface NamedPage {
  name: string;
  address: string;
  /** Who visits the page; null for nobody, default: the administrator. */
  as?: string | null;
}

const workspace = path.resolve(__dirname, '../../..');
const axe = readFileSync(path.join(workspace, 'node_modules/axe-core/axe.min.js'), 'utf8');
const pages = JSON.parse(
  readFileSync(path.join(workspace, 'deploy/pages.json'), 'utf8'),
) as NamedPage[];

interface Look {
  name: string;
  window: WindowOptions;
}
const looks: Look[] = [
  { name: 'Japanese, wide, light', window: {} },
  {
    name: 'English, on a phone, dark',
    window: { locale: 'en', width: 390, height: 844, dark: true, phone: true },
  },
];

describeInBrowser('accessibility of every page (WCAG 2.2 AA by axe)', () => {
  let space: Space;
  let ids: Record<string, string>;

  beforeAll(async () => {
    space = await Space.enter({ posts: 60 });
    const api = await space.signIn('admin');
    const posts = (await api.get<{ items: Post[] }>('/posts')).body.items;
    const post = posts.find((one) => one.commentCount > 0 && one.members.length > 0)!;
    const comments = await api.get<{ items: Comment[] }>(`/posts/${post.id}/comments`);
    // On some days all tasks of the demo are done, and the list shows none of them.
    const made = await api.post<Post>('/posts', {
      memo: '鍵を渡す。',
      task: { status: 'waiting', assignUserId: api.staffId },
    });
    expect(made.status).toBe(201);
    // Tasks of posts arrive by events.
    const task = await eventually(async () => {
      const { body } = await api.get<{ items: Task[] }>('/tasks');
      expect(body.items).not.toEqual([]);
      return body.items[0]!;
    });
    ids = {
      post: post.id,
      comment: comments.body.items[0]!.id,
      member: post.members[0]!.id,
      staff: api.staffId,
      task: task.id,
    };
  }, 180_000);

  async function violationsOf(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const runner = (
        window as unknown as {
          axe: { run: (...given: unknown[]) => Promise<{ violations: Violation[] }> };
        }
      ).axe;
      const { violations } = await runner.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        // Without it, axe also describes every element that passes.
        resultTypes: ['violations'],
      });
      return violations;
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    );
  }

  const windows = new Map<string, Page>();
  afterAll(async () => {
    for (const page of windows.values()) await page.context().close();
  });

  async function windowOf(look: Look, email: string | null): Promise<Page> {
    const key = `${look.name} ${email}`;
    const there = windows.get(key);
    if (there) return there;
    const { page } = await openWindow(space.url, look.window);
    if (email) await signIn(page, email);
    windows.set(key, page);
    return page;
  }

  it.each(pages.map((page) => [page.name, page] as const))('%s', async (_name, named) => {
    const { address, as } = named;
    const found = await Promise.all(
      looks.map(async (look) => {
        const page = await windowOf(look, as === undefined ? space.email('admin') : as);
        await page.goto(address.replace(/:(\w+)/g, (_all, key: string) => ids[key]!));
        await settled(page);
        const violations = await violationsOf(page);
        return { look: look.name, violations, sideways: await sidewaysOf(page) };
      }),
    );
    expect(found).toEqual(looks.map(({ name }) => ({ look: name, violations: [], sideways: 0 })));
  });
});

/**
 * How far the page scrolls sideways or cuts the words of a button, in pixels, with text of usual and of
 * twice the size; wide content must scroll by itself.
 */
function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { style } = document.documentElement;
    const nextFrame = () => new Promise(requestAnimationFrame);
    const measure = () =>
      Math.max(
        ...[
          document.documentElement,
          ...document.querySelectorAll('main, .mantine-Button-label'),
        ].map((element) => element.scrollWidth - element.clientWidth),
      );
    const overflow: number[] = [];
    for (const size of ['', '200%']) {
      style.fontSize = size;
      // Charts take their new width a moment later.
      for (let frame = 0; frame < 60; frame += 1) {
        await nextFrame();
        if (measure() === 0) break;
      }
      overflow.push(measure());
    }
    style.fontSize = '';
    return Math.max(...overflow);
  });
}

/** Resolves when nothing is loading or moving. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, main').first().waitFor();
  await page
    .locator('[role=status]', { hasText: /読み込んでいます|Loading/ })
    .or(page.locator('[aria-label="読み込んでいます"], [aria-label="Loading"]'))
    .first()
    .waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
