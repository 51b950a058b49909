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

/**
 * A page without Playwright's instrumentation, with cookies as of its contexts. In an instrumented page
 * Chromium collects the stack of each request, for which it parses the app's file once more, and runs scripts
 * that look for elements: 100 ms of the first visit on a device 4 times slower.
 */
export async function openUninstrumentedPage(browser, cookies) {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send('Target.createBrowserContext');
  await devtools.send('Storage.setCookies', { browserContextId, cookies });
  const { targetId } = await devtools.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    ...PAGE.viewport,
  });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId });
  const waiting = [];
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    if (error) waiting[id]?.reject(new Error(error.message));
    else waiting[id]?.resolve(result);
  });
  /** Sends a command of the DevTools protocol to the page. */
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = waiting.push({ resolve, reject }) - 1;
      const message = JSON.stringify({ id, method, params });
      devtools.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
    });
  return {
    send,
    /** The value of an expression in the page. */
    async read(expression) {
      const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true });
      return result.value;
    },
    /** Closes the page and returns its cookies. */
    async close() {
      const { cookies: kept } = await devtools.send('Storage.getCookies', { browserContextId });
      await devtools.send('Target.disposeBrowserContext', { browserContextId });
      await devtools.detach();
      return kept;
    },
  };
}

/** Signs in through the form, with the password of the demo accounts. */
export async function signInPage(page, email) {
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill('engawa-demo');
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
