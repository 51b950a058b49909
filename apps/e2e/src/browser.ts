import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { password } from './api';

/** Path of Chromium from the test command; browser journeys are skipped without it. */
const executablePath = process.env['CHROMIUM'] ?? '';

/** `describe` with a browser, otherwise skipped. */
export const describeInBrowser = executablePath ? describe : describe.skip;

/** Longest description of a page in a failure, in characters. */
const DESCRIPTION_LENGTH = 3_000;

let launched: Promise<Browser> | null = null;

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  // For journey-environment.cjs.
  Object.assign(globalThis, { describePages: () => describePages(browser) });
  return browser;
}

afterAll(async () => (await launched)?.close());

/** What every open page shows and which of its last requests failed, to find out why a journey failed. */
async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const described = pages.map(async (page) => {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    const failed = (failedRequests.get(page) ?? []).map((line) => `failed: ${line}`);
    return [page.url(), ...failed, shown.slice(0, DESCRIPTION_LENGTH)].join('\n');
  });
  return (await Promise.all(described)).join('\n\n');
}

const failedRequests = new WeakMap<Page, string[]>();

/** The last requests of a page that failed or were refused. */
function addFailedRequest(page: Page, line: string): void {
  const lines = failedRequests.get(page) ?? [];
  failedRequests.set(page, [...lines, line].slice(-10));
}

export interface WindowOptions {
  locale?: 'ja' | 'en';
  width?: number;
  height?: number;
  dark?: boolean;
  phone?: boolean;
  /** Touch input without a phone's screen. */
  touch?: boolean;
  serviceWorkers?: 'allow' | 'block';
}

/** A new browser window with its own cookies, as on another machine. */
export async function openWindow(
  url: string,
  options: WindowOptions = {},
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  launched ??= launch();
  const browser = await launched;
  const context = await browser.newContext({
    baseURL: url,
    locale: options.locale === 'en' ? 'en-US' : 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    hasTouch: options.phone ?? options.touch ?? false,
    isMobile: options.phone ?? false,
    reducedMotion: 'reduce',
    serviceWorkers: options.serviceWorkers ?? 'allow',
  });
  await context.addCookies([{ name: 'i18n_redirected', value: options.locale ?? 'ja', url }]);
  const page = await context.newPage();
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    addFailedRequest(page, `${request.method()} ${request.url()} ${errorText}`);
  });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The browser's own message about an answer that the page handles.
    if (message.text().startsWith('Failed to load resource')) {
      addFailedRequest(page, `${message.location().url} ${message.text()}`);
      return;
    }
    problems.push(`${page.url()}: ${message.text()}`);
  });
  return { context, page, problems };
}

/** Signs in through the form, and waits for the page that comes first. */
export async function signInByForm(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await page.getByRole('navigation').first().waitFor();
}

/** Signs in through the API, which is faster, and opens the timeline. */
export async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.context().request.post('/api/v1/auth/sign-in', {
    data: { email, password },
  });
  expect(answer.status()).toBe(200);
  await page.goto('/');
  await page.getByRole('navigation').first().waitFor();
}
