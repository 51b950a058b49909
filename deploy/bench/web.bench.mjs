/* global requestAnimationFrame, MessageChannel, FormData, Blob, PerformanceObserver */
// The web app in Chromium: weight of the first page, time until a new post is painted while the API
// is slow, web vitals on a slow device, and smoothness of scrolling through 300 long posts with
// pictures on a slow phone.
import { setTimeout as sleep } from 'node:timers/promises';
import { print } from '../tools/workspace.mjs';
import sharp from 'sharp';
import { percentile, report, serve, signIn } from './measure.mjs';
import { launchChromium, openPage, openUninstrumentedPage } from './page.mjs';

/** Posts that are written to measure painting. */
const ROUNDS = 12;
/** Long posts for scrolling: the capacity of a feed window. */
const LONG_POSTS = 300;
/** Loads of the first page for its vitals. */
const LOADS = 7;
/** Loads in browsers that never saw the app. */
const FIRST_VISITS = 5;
/** From the shown page to the first key. */
const READING_MS = 4_000;
/** CPU throttling factor of the simulated devices. */
const SLOWER = 4;
/** Delay of the API, in ms. */
const HELD_MS = 1_000;

export async function run() {
  const browser = await launchChromium();
  if (!browser) {
    print('no Chromium could be had: the web app is not measured.');
    return ['the web app (no Chromium)'];
  }
  const installation = await serve({ demo: { posts: 60 } });
  try {
    const page = await openPage(browser, installation.url, 'admin@engawa.example');
    await page.locator('[data-post]').first().waitFor();
    return [
      ...report('The first page', await weightRows(page.context())),
      ...report('A new post while the API is held for a second', await paintRows(page)),
      ...report('This machine', await vitalRows(browser, installation.url, 1)),
      ...report(
        `A device ${SLOWER} times slower`,
        await vitalRows(browser, installation.url, SLOWER),
      ),
      ...report('300 long posts with pictures on a phone', await scrollRows(browser, installation)),
    ];
  } finally {
    await browser.close();
    await installation.stop();
  }
}

/** Transferred bytes of JavaScript and CSS until the timeline is complete, without input. */
async function weightRows(context) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  const began = performance.now();
  await page.goto('/');
  await page.locator('[data-post]').first().waitFor();
  const shown = performance.now() - began;
  // Deferred files that load without input belong to the first page.
  await page.waitForTimeout(1_500);
  const kilo = async (ending) => {
    const sizes = await page.evaluate(
      (end) =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => new URL(name).pathname.endsWith(end))
          .map(({ encodedBodySize }) => encodedBodySize),
      ending,
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  };
  const script = await kilo('.js');
  const style = await kilo('.css');
  // Parts for dialogs and menus are prefetched after the first input, or after 2.5 seconds without
  // any.
  await page.waitForTimeout(5_000);
  const ahead = (await kilo('.js')) + (await kilo('.css')) - script - style;
  await page.close();
  return [
    {
      what: 'JavaScript and CSS, compressed',
      measured: script + style,
      unit: 'kB',
      limit: 200,
    },
    { what: 'of it JavaScript', measured: script, unit: 'kB' },
    { what: 'of it CSS', measured: style, unit: 'kB' },
    { what: 'fetched ahead for dialogs and menus', measured: ahead, unit: 'kB' },
    { what: 'from the address to the first post', measured: shown, unit: 'ms' },
  ];
}

/**
 * Time from the click on 'post' until the frame that shows the post, by the page's clock. API
 * responses are delayed meanwhile, so that only the optimistic update can paint it.
 */
async function paintRows(page) {
  await page.goto('/');
  await page.locator('[data-post]').first().waitFor();
  await page.route('**/api/v1/posts', async (route) => {
    if (route.request().method() === 'POST') {
      await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    }
    await route.continue();
  });
  const painted = [];
  let answeredFirst = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const memo = `描画の計測 ${round} ${Date.now()}`;
    await page.locator('[data-compose]').click();
    await page.getByRole('combobox', { name: '本文' }).fill(memo);
    await page.waitForTimeout(300);
    const { ms, pending } = await page.evaluate(
      (text) =>
        new Promise((resolve, reject) => {
          const button = document.querySelector('form button[type=submit]');
          const began = performance.now();
          const look = (tries) => {
            const shown = [...document.querySelectorAll('[data-post]')].find((post) =>
              post.textContent.includes(text),
            );
            if (!shown) {
              if (tries > 600) reject(new Error('the post never showed'));
              else requestAnimationFrame(() => look(tries + 1));
              return;
            }
            // The task after a frame starts when the frame was submitted.
            const channel = new MessageChannel();
            channel.port1.onmessage = () =>
              resolve({
                ms: performance.now() - began,
                pending: shown.getAttribute('aria-busy') === 'true',
              });
            channel.port2.postMessage(null);
          };
          button.click();
          requestAnimationFrame(() => look(0));
        }),
      memo,
    );
    if (!pending) answeredFirst += 1;
    // The first two are for warm-up.
    if (round >= 2) painted.push(ms);
    await page
      .locator('[data-post]')
      .filter({ hasText: memo })
      .locator('[data-comments]')
      .waitFor();
  }
  if (answeredFirst > 0) throw new Error('the API was not held');
  return [
    {
      what: 'from the click to the painted post, p50',
      measured: percentile(painted, 0.5),
      unit: 'ms',
      limit: 50,
    },
    { what: 'the slowest', measured: Math.max(...painted), unit: 'ms' },
  ];
}

/**
 * Largest contentful paint and layout shift of the first page without a cache, and the slowest answer
 * to a key (as in INP) in the composer, the palette and a thread, with the processor `slower` times
 * slower.
 */
async function vitalRows(browser, url, slower) {
  const page = await openPage(browser, url, 'staff@engawa.example');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(watchVitals);
  const vitals = () => page.evaluate(() => window.engawaVitals);
  const loads = [];
  for (let n = 0; n < LOADS; n += 1) {
    await page.goto('/');
    await page.locator('[data-post]').first().waitFor();
    await page.waitForTimeout(2_000);
    loads.push(await vitals());
  }
  // Who uses the page has its files, and looks at it before the first key.
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  await devtools.send('Network.setBypassServiceWorker', { bypass: false });
  /** Answer times of keys in ms, ascending; those under 16 ms are not observed. */
  const keyTimes = async (press) => {
    await page.goto('/');
    await page.locator('[data-post]').first().waitFor();
    await page.waitForTimeout(READING_MS);
    await page.evaluate(() => (window.engawaVitals.keys = []));
    await press(page.keyboard);
    await page.waitForTimeout(500);
    return [0, ...(await vitals()).keys].sort((a, b) => a - b);
  };
  // Fetches the files of the parts ahead.
  await keyTimes((keyboard) => keyboard.press('j'));
  const composer = await keyTimes(async (keyboard) => {
    await keyboard.press('n');
    await page.getByRole('combobox', { name: '本文' }).waitFor();
    await page.waitForTimeout(500);
    await keyboard.type('takahashi san to hanashita. ', { delay: 60 });
  });
  const palette = await keyTimes(async (keyboard) => {
    await keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.waitForTimeout(500);
    await keyboard.type('takahashi', { delay: 60 });
    for (let n = 0; n < 4; n += 1) await keyboard.press('ArrowDown');
  });
  let threadShown;
  const thread = await keyTimes(async (keyboard) => {
    for (const key of ['j', 'j', 'j']) {
      await keyboard.press(key);
      await page.waitForTimeout(300);
    }
    threadShown = page.evaluate(keyToThread);
    await page.waitForTimeout(300);
    await keyboard.press('Enter');
    await page.waitForTimeout(1_300);
  });
  const state = await page.context().storageState();
  await page.context().close();
  const visits = await firstVisits(browser, url, state, slower);
  const of = (name) => loads.map((load) => load[name]);
  return [
    {
      what: 'largest contentful paint, without a cache, p50',
      measured: percentile(of('lcp'), 0.5),
      unit: 'ms',
      limit: 1_200,
    },
    {
      what: 'largest contentful paint, first visit, p50',
      measured: percentile(visits, 0.5),
      unit: 'ms',
      limit: 1_200,
    },
    { what: 'layout shift, most', measured: Math.max(...of('cls')), unit: '', limit: 0.02 },
    {
      what: 'key in the composer, p98',
      measured: percentile(composer, 0.98),
      unit: 'ms',
      limit: 50,
    },
    { what: 'slowest key in the composer', measured: composer.at(-1), unit: 'ms', limit: 100 },
    { what: 'slowest key in the palette', measured: palette.at(-1), unit: 'ms', limit: 100 },
    { what: 'slowest key from post to thread', measured: thread.at(-1), unit: 'ms', limit: 100 },
    { what: 'from Enter to the frame with the thread', measured: await threadShown, unit: 'ms' },
  ];
}

/**
 * Largest contentful paints of a signed-in user in browsers without any file of the app, in ms. A browser
 * that loads the page again without its cache still keeps what it compiled.
 */
async function firstVisits(browser, url, signedIn, slower) {
  let { cookies } = signedIn;
  const paints = [];
  for (let n = 0; n < FIRST_VISITS; n += 1) {
    const page = await openUninstrumentedPage(browser, cookies);
    await page.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.send('Page.navigate', { url });
    while (!(await page.read(`document.querySelector('[data-post]') !== null`))) await sleep(200);
    await sleep(2_000);
    paints.push(await page.read(`(${largestPaint})()`));
    cookies = await page.close();
  }
  return paints;
}

/** Runs in the page. */
function largestPaint() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}

/** Runs in the page. */
function watchVitals() {
  const vitals = { lcp: 0, cls: 0, keys: [] };
  window.engawaVitals = vitals;
  const watch = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  watch('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) vitals.cls += value;
  });
  const take = ({ interactionId, duration }) => {
    if (interactionId > 0) vitals.keys.push(duration);
  };
  watch('event', take, { durationThreshold: 16 });
}

/** Runs in the page: time from the next Enter to the end of the frame that shows a post with its thread. */
function keyToThread() {
  return new Promise((resolve) => {
    const look = (began) => {
      const isShown = document.querySelector('[data-post]:not([data-row])') !== null;
      if (!isShown) return requestAnimationFrame(() => look(began));
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - began);
      port2.postMessage(null);
    };
    const press = ({ key, timeStamp }) => {
      if (key === 'Enter') requestAnimationFrame(() => look(timeStamp));
    };
    window.addEventListener('keydown', press, { once: true });
  });
}

/** Writes posts of several hundred characters, most of them with one or two pictures. */
async function fillWithLongPosts(installation) {
  const admin = await signIn(installation.url, 'admin@engawa.example');
  const upload = async (n) => {
    const background = { r: (n * 37) % 256, g: (n * 59) % 256, b: (n * 83) % 256 };
    const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const body = new FormData();
    body.append('file', new Blob([picture], { type: 'image/jpeg' }), `${n}.jpg`);
    const answer = await fetch(`${installation.url}/api/v1/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.accessToken}` },
      body,
    });
    return (await answer.json()).id;
  };
  const sentence = '今日は午後から会員の方とゆっくり話した。事業の見通し、次の催し、備品のこと。';
  for (let n = 0; n < LONG_POSTS; n += 1) {
    const attachmentIds = await Promise.all(
      Array.from({ length: n % 3 }, (_, index) => upload(n * 2 + index)),
    );
    const memo = `${n}\n${sentence.repeat(8 + (n % 12))}`;
    const { status } = await admin.call('POST', '/posts', { memo, attachmentIds });
    if (status !== 201) throw new Error(`a long post answered ${status}`);
  }
}

/** Loads a full window, then scrolls through it by touch while frames are counted. */
async function scrollRows(browser, installation) {
  await fillWithLongPosts(installation);
  const page = await openPage(browser, installation.url, 'staff@engawa.example', {
    ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    deviceScaleFactor: 2,
  });
  await page.locator('[data-post]').first().waitFor();
  for (let n = 0; n < 400 && (await page.getByText('300件まで').count()) === 0; n += 1) {
    await page.evaluate(() => {
      const content = document.getElementById('content');
      content.scrollTo(0, content.scrollHeight);
    });
    await page.waitForTimeout(50);
  }
  await page.getByText('300件まで').waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.evaluate(() => {
    window.engawaFrames = [];
    let before = performance.now();
    const count = (now) => {
      window.engawaFrames.push(now - before);
      before = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  for (let n = 0; n < 6; n += 1) {
    await devtools.send('Input.synthesizeScrollGesture', {
      ...{ x: 195, y: 500, yDistance: 5_000, speed: 2_500 },
      ...{ gestureSourceType: 'touch', preventFling: true },
    });
  }
  const frames = (await page.evaluate(() => window.engawaFrames)).slice(2);
  await page.context().close();
  return [
    {
      what: 'time of a frame, CPU 4 times slower, p50',
      measured: percentile(frames, 0.5),
      unit: 'ms',
    },
    { what: 'p95', measured: percentile(frames, 0.95), unit: 'ms', limit: 50 },
    { what: 'the slowest', measured: Math.max(...frames), unit: 'ms' },
  ];
}
