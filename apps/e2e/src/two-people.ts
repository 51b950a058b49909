import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { Api } from './api';
import { openWindow, signIn, type WindowOptions } from './browser';
import { Space, type SpaceOptions } from './space';

/** A person with a browser window. */
export interface Person {
  context: BrowserContext;
  page: Page;
  /** Errors of the page since the last check. */
  problems: string[];
}

/** A person who also calls the API, in a session of its own. */
export interface PersonWithApi extends Person {
  api: Api;
}

/** A space with the administrator and a staff member side by side. */
export class TwoPeople {
  private constructor(
    readonly space: Space,
    readonly admin: Person,
    readonly staff: Person,
  ) {}

  static async start(options?: SpaceOptions): Promise<TwoPeople> {
    const space = await Space.enter(options);
    return new TwoPeople(space, await enterAs(space, 'admin'), await enterAs(space, 'staff'));
  }

  get url(): string {
    return this.space.url;
  }

  /** Opens one more window, as on another device. */
  enter(name: string, options?: WindowOptions): Promise<Person> {
    return enterAs(this.space, name, options);
  }

  /** One of the two, with a session for the API. */
  async withApi(name: 'admin' | 'staff'): Promise<PersonWithApi> {
    return { ...this[name], api: await this.space.signIn(name) };
  }

  /** Returns and clears the errors of both pages. */
  takeProblems(): string[] {
    return [...this.admin.problems.splice(0), ...this.staff.problems.splice(0)];
  }
}

/** A window of the administrator, a staff member or another account of a space. */
export async function enterAs(
  space: Space,
  name: string,
  options?: WindowOptions,
): Promise<Person> {
  const person = await openWindow(space.url, options);
  await signIn(person.page, space.email(name));
  return person;
}

/** A post of the timeline by part of its text. */
export function card(page: Page, text: string): Locator {
  return page.locator('[data-post]').filter({ hasText: text }).first();
}

/** The thread beside the timeline. */
export function thread(page: Page): Locator {
  return page.getByRole('region', { name: 'コメント', exact: true });
}

/** Opens the form of a new post. */
export async function compose(page: Page): Promise<Locator> {
  await page.locator('[data-compose]').click();
  const form = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '投稿を書く' }) });
  await form.getByRole('combobox', { name: '本文' }).waitFor();
  return form;
}

/** Writes a post through the form and waits until the server has it. */
export async function write(page: Page, memo: string): Promise<Locator> {
  const form = await compose(page);
  await form.getByRole('combobox', { name: '本文' }).fill(memo);
  await form.getByRole('button', { name: '投稿する', exact: true }).click();
  const post = card(page, memo);
  await post.locator('[data-comments]').waitFor();
  return post;
}

/** Chooses an entry of a post's menu. */
export async function choose(page: Page, post: Locator, entry: string): Promise<void> {
  await post.getByRole('button', { name: '投稿の操作' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Files as a browser passes them when they are dropped or pasted. */
export interface GivenFile {
  name: string;
  type: string;
  content: Buffer;
}

/** Drops files on an element, or pastes them into it. */
export async function give(
  target: Locator,
  how: 'drop' | 'paste',
  files: readonly GivenFile[],
): Promise<void> {
  const given = files.map(({ name, type, content }) => ({
    ...{ name, type },
    base64: content.toString('base64'),
  }));
  await target.evaluate(
    (element, { how, given }) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      if (how === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      } else {
        element.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }));
        element.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }));
      }
    },
    { how, given },
  );
}

/** A picture of one colour, 1 × 1. */
export const picture: GivenFile = {
  name: '現場.png',
  type: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
