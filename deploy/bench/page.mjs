// Pages of the web app in Chromium, signed in, for benchmarks and pictures.
import { ensureChromium } from '../tools/chromium.mjs';
import { print } from '../tools/workspace.mjs';

/** Null where no Chromium can be had. */
export async function launchChromium() {
  const executablePath = ensureChromium({ log: print });
  if (!executablePath) return null;
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** Context of a page unless its options say otherwise. */
export const PAGE = { locale: 'ja-JP', viewport: { width: 1440, height: 900 } };

/** A page of a staff member in Japanese, 1440 px wide unless the options say otherwise. */
export async function openPage(browser, url, email, options = {}) {
  const context = await browser.newContext({ ...PAGE, baseURL: url, ...options });
  const page = await context.newPage();
  await signInPage(page, email);
  return page;
}

/** Signs in through the form, with the password of the demo accounts. */
export async function signInPage(page, email) {
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill('engawa-demo');
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
