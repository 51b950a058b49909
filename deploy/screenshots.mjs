// `npm run screenshots`: pictures of every page of an installation with demo data, in both
// languages, wide, medium and narrow, light and dark, into tmp/screenshots; with `-- --readme` those
// of the README into docs/images. `-- timeline tasks` makes only pages whose names start so (names:
// deploy/pages.json).
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serve, signIn } from './bench/measure.mjs';
import { launchChromium, signInPage } from './bench/page.mjs';
import { waitUntil } from './tools/processes.mjs';
import { build, checkNode, ensurePackages, fail, print, workspace } from './tools/workspace.mjs';

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
/** Time without requests after which a page counts as complete, in ms. */
const QUIET_MS = 1_000;
const viewports = {
  wide: { width: 1440, height: 900 },
  medium: { width: 1024, height: 768 },
  narrow: { width: 390, height: 844 },
};
const forReadme = flags.includes('--readme');
/** Pages of the README; only the timeline is also shown on a phone. */
const readmePages = ['timeline', 'thread', 'tasks', 'member', 'dashboard'];

checkNode();
ensurePackages();
const browser = await launchChromium();
if (!browser) fail('no Chromium could be had.');
build(['embedded-mongo', 'all-in-one', 'web']);

const dir = path.join(workspace, forReadme ? 'docs/images' : 'tmp/screenshots');
mkdirSync(dir, { recursive: true });
const installation = await serve({ demo: { posts: 400 } });
try {
  const god = await signIn(installation.url, 'god@engawa.example');
  const { body: posts } = await god.call('GET', '/posts');
  const { body: members } = await god.call('GET', '/members?limit=20');
  const { body: tasks } = await god.call('GET', '/tasks');
  const talked = posts.items.find((post) => post.commentCount > 0) ?? posts.items[0];
  const member = talked.members[0] ?? members.items[0];

  const { body: comments } = await god.call('GET', `/posts/${talked.id}/comments`);
  const ids = {
    post: talked.id,
    comment: comments.items[0]?.id,
    member: member.id,
    staff: talked.ownerId,
    task: tasks.items[0]?.id,
  };
  const pages = JSON.parse(readFileSync(path.join(workspace, 'deploy/pages.json'), 'utf8'))
    .filter(({ name }) =>
      forReadme
        ? readmePages.includes(name)
        : wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
    )
    .map((page) => ({
      ...page,
      address: page.address.replace(/:(\w+)/g, (_all, key) => ids[key]),
    }));
  const looks = forReadme
    ? [
        { locale: 'ja', size: 'wide', scheme: 'light' },
        { locale: 'ja', size: 'narrow', scheme: 'dark' },
      ]
    : everyLook();
  for (const look of looks) {
    const isPhoneOfReadme = forReadme && look.size === 'narrow';
    await shoot(look, isPhoneOfReadme ? pages.filter(({ name }) => name === 'timeline') : pages);
  }
} finally {
  await browser.close();
  await installation.stop();
}
print(`pictures: ${dir}`);

function everyLook() {
  const looks = [];
  for (const locale of ['ja', 'en']) {
    for (const size of Object.keys(viewports)) {
      for (const scheme of ['light', 'dark']) looks.push({ locale, size, scheme });
    }
  }
  return looks;
}

async function shoot({ locale, size, scheme }, pages) {
  const narrow = size === 'narrow';
  const windows = new Map();
  const windowOf = async (email) => {
    const found = windows.get(email);
    if (found) return found;
    const context = await browser.newContext({
      baseURL: installation.url,
      locale: locale === 'ja' ? 'ja-JP' : 'en-US',
      timezoneId: 'Asia/Tokyo',
      viewport: viewports[size],
      deviceScaleFactor: 1,
      isMobile: narrow,
      hasTouch: narrow,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await context.addCookies([{ name: 'i18n_redirected', value: locale, url: installation.url }]);
    const page = await context.newPage();
    const quiet = watchRequests(page);
    page.on('pageerror', (error) => print(`${page.url()}: ${error.message}`));
    if (email) await signInPage(page, email);
    const opened = { page, quiet };
    windows.set(email, opened);
    return opened;
  };
  for (const { name, address, as: email = 'admin@engawa.example' } of pages) {
    const { page, quiet } = await windowOf(email);
    await page.goto(address);
    await quiet();
    await page.screenshot({ path: path.join(dir, `${name}-${locale}-${size}-${scheme}.png`) });
  }
  for (const { page } of windows.values()) await page.context().close();
}

/**
 * Returns a function that resolves when no request but the live stream, which never ends, has been
 * open for `QUIET_MS`.
 */
function watchRequests(page) {
  const open = new Set();
  let lastChange = 0;
  const end = (request) => {
    open.delete(request);
    lastChange = Date.now();
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/live')) return;
    open.add(request);
    lastChange = Date.now();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () =>
    waitUntil(() => open.size === 0 && Date.now() - lastChange > QUIET_MS, {
      timeoutMs: 60_000,
      what: page.url(),
    });
}
