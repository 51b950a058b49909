// `npm run screenshots`: pictures of every page, ja and en, wide and narrow, light and dark, of an
// installation with demo data. They go to tmp/screenshots; those of the README to docs/images with
// `-- --readme`. `-- timeline tasks` makes only the pages whose names begin so (names: deploy/pages.json).
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serve, signIn } from './bench/measure.mjs';
import { ensureChromium } from './infra/chromium.mjs';
import { build, checkNode, ensurePackages, fail, say, workspace } from './infra/setup.mjs';

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const forReadme = flags.includes('--readme');

checkNode();
ensurePackages();
const executablePath = ensureChromium({ log: say });
if (!executablePath) fail('no Chromium could be had.');
build(['embedded-mongo', 'all-in-one', 'web']);
const { chromium } = await import('playwright-core');

const dir = path.join(workspace, forReadme ? 'docs/images' : 'tmp/screenshots');
mkdirSync(dir, { recursive: true });
const installation = await serve({ demo: { posts: 400 } });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
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
        ? name === 'timeline'
        : wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
    )
    .map((page) => ({
      ...page,
      address: page.address.replace(/:(\w+)/g, (_all, key) => ids[key]),
    }));
  const looks = [
    { locale: 'ja', size: 'wide', scheme: 'light' },
    { locale: 'ja', size: 'narrow', scheme: 'dark' },
    ...(forReadme
      ? []
      : [
          { locale: 'ja', size: 'wide', scheme: 'dark' },
          { locale: 'ja', size: 'narrow', scheme: 'light' },
          { locale: 'en', size: 'wide', scheme: 'light' },
          { locale: 'en', size: 'narrow', scheme: 'light' },
        ]),
  ];
  for (const look of looks) await shoot(look, pages);
} finally {
  await browser.close();
  await installation.stop();
}
say(`the pictures lie in ${dir}`);

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
      viewport: narrow ? { width: 390, height: 844 } : { width: 1440, height: 900 },
      deviceScaleFactor: 1,
      isMobile: narrow,
      hasTouch: narrow,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    await context.addCookies([{ name: 'i18n_redirected', value: locale, url: installation.url }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => say(`${page.url()}: ${error.message}`));
    if (email) {
      await page.goto('/login');
      await page.locator('input[type=email]').fill(email);
      await page.locator('input[type=password]').fill('engawa-demo');
      await page.locator('button[type=submit]').click();
      await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    }
    windows.set(email, page);
    return page;
  };
  for (const { name, address, as: email = 'admin@engawa.example' } of pages) {
    const page = await windowOf(email);
    await page.goto(address);
    // The live stream never ends, so that the network is never idle: wait for the content instead.
    await page.waitForTimeout(900);
    await page.screenshot({ path: path.join(dir, `${name}-${locale}-${size}-${scheme}.png`) });
  }
  for (const page of windows.values()) await page.context().close();
}
