/* global Event, HTMLInputElement, location, MutationObserver, requestAnimationFrame, URLSearchParams */
// The dashboard of a year and of two years with 100,000 posts a year, and the timeline of another
// user meanwhile; the page of a year and of a day in Chromium.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import {
  usageMeter,
  openClient,
  percentile,
  report,
  serve,
  sideBySide,
  signIn,
  timed,
} from './measure.mjs';
import { launchChromium, openPage } from './page.mjs';

const POSTS_PER_DAY = 274;
const DAYS = 730;
const MEMBERS = 2_000;
const STAFFS = 20;
const LABELS = 20;
const ROUNDS = 30;
const PAGES = 200;
/** Times that each page is opened in Chromium. */
const OPENED = 15;
/** Between pages of the other user. */
const PAUSE_MS = 15;
const DAY_MS = 86_400_000;
const LIMIT_MS = 60;
const LIMIT_OTHERS_MS = 10;
/** A year by the time of a day, of the page that users open. */
const LIMIT_YEAR = 1.3;

export async function run() {
  const installation = await serve({ demo: { posts: 40 } });
  const mongo = await new MongoClient(installation.mongoUri).connect();
  const reader = openClient(installation.url);
  const other = openClient(installation.url);
  try {
    const staff = await signIn(installation.url, 'staff@engawa.example');
    const headers = { authorization: `Bearer ${staff.accessToken}` };
    const space = staff.session.space.id;
    // The days of the demo data are counted meanwhile, which would replace these figures.
    const posts = mongo.db('timeline').collection('posts');
    const earliest = await posts.findOne({ space }, { sort: { talkedAt: 1 } });
    const last = Math.floor(earliest.talkedAt.getTime() / DAY_MS) - 2;
    await fill(mongo.db('search'), space, last);
    const dashboard = (days, unit) => {
      const [from, to] = [dayOf(last - days + 1), dayOf(last)];
      return () => reader.get(`/insights?from=${from}&to=${to}&unit=${unit}`, headers);
    };
    const page = () => other.get('/posts?limit=10', headers);
    const pages = async () => {
      const times = [];
      for (let n = 0; n < PAGES; n += 1) {
        await sleep(PAUSE_MS);
        times.push(await timed(page));
      }
      return percentile(times, 0.95);
    };
    await pages();
    const quiet = await pages();
    const rows = [{ what: "another user's page, quiet, p95", measured: quiet, unit: 'ms' }];
    const ranges = { day: dashboard(1, 'day'), year: dashboard(365, 'month') };
    const { day, year } = await sideBySide(ranges, { rounds: ROUNDS, warmup: 5 });
    rows.push(
      { what: 'a day, p50', measured: day.p50, unit: 'ms' },
      { what: 'a year / a day, p50', measured: year.p50 / day.p50, unit: '×' },
    );
    for (const [what, days, unit] of [
      ['a year by month', 365, 'month'],
      ['a year by day', 365, 'day'],
      ['two years by month', 730, 'month'],
    ]) {
      const read = dashboard(days, unit);
      rows.push({ what: `${what}, first`, measured: await timed(read), unit: 'ms' });
      const times = [];
      const processor = usageMeter(installation.pid);
      for (let n = 0; n < ROUNDS; n += 1) times.push(await timed(read));
      const spent = processor.millis() / ROUNDS;
      // The dashboard is opened again and again while the other user reads.
      let reading = true;
      const loop = (async () => {
        while (reading) await read();
      })();
      const others = await pages();
      reading = false;
      await loop;
      rows.push(
        { what: `${what}, p50`, measured: percentile(times, 0.5), unit: 'ms' },
        { what: `${what}, p95`, measured: percentile(times, 0.95), unit: 'ms', limit: LIMIT_MS },
        { what: 'its processor time, all processes', measured: spent, unit: 'ms' },
        {
          what: `another user's page meanwhile, p95 more`,
          measured: others - quiet,
          unit: 'ms',
          limit: LIMIT_OTHERS_MS,
        },
      );
    }
    rows.push(...(await openRows(installation.url, last)));
    return report(`The dashboard of ${POSTS_PER_DAY * 365} posts a year`, rows);
  } finally {
    await Promise.all([reader.close(), other.close(), mongo.close()]);
    await installation.stop();
  }
}

/** From opening the address, and from choosing the first day in the page, to the last chart. */
async function openRows(url, last) {
  const browser = await launchChromium();
  if (!browser) throw new Error('no Chromium could be had: the page is not measured');
  try {
    const page = await openPage(browser, url, 'staff@engawa.example');
    await page.addInitScript(watchCharts);
    const until = dayOf(last);
    const ranges = [
      { name: 'day', from: until, length: 1, unit: 'day' },
      { name: 'year', from: dayOf(last - 364), length: 365, unit: 'month' },
    ];
    const times = { open: { day: [], year: [] }, choose: { day: [], year: [] } };
    for (let n = 0; n <= OPENED; n += 1) {
      for (const [at, { name, from, unit, length }] of ranges.entries()) {
        const other = ranges[1 - at];
        await page.goto(`/dashboard?from=${from}&until=${until}&unit=${unit}`);
        const opened = await page.evaluate((days) => window.engawaShown(days, 0), length);
        await page.goto(`/dashboard?from=${other.from}&until=${until}&unit=${other.unit}`);
        await page.evaluate((days) => window.engawaShown(days, 0), other.length);
        const chosen = await page.evaluate(
          ([day, days]) => window.engawaChoose(day, days),
          [from, length],
        );
        // The first round fills the browser's cache.
        if (n === 0) continue;
        times.open[name].push(opened);
        times.choose[name].push(chosen);
      }
    }
    const row = (what, list) => ({ what, measured: percentile(list, 0.5), unit: 'ms' });
    const ratio = ({ day, year }) => percentile(year, 0.5) / percentile(day, 0.5);
    return [
      row('Chromium: a day opened, p50', times.open.day),
      row('a year opened, p50', times.open.year),
      { what: 'a year / a day', measured: ratio(times.open), unit: '×', limit: LIMIT_YEAR },
      row('Chromium: a day chosen in the page of a year, p50', times.choose.day),
      row('a year chosen in the page of a day, p50', times.choose.year),
      { what: 'a year / a day', measured: ratio(times.choose), unit: '×', limit: LIMIT_YEAR },
    ];
  } finally {
    await browser.close();
  }
}

/** Runs in the page: measures when all charts of a range of days are on the screen. */
function watchCharts() {
  const DAY = 86_400_000;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let changed = 0;
  new MutationObserver(() => (changed = performance.now())).observe(document, {
    attributes: true,
    childList: true,
    characterData: true,
    subtree: true,
  });
  /** The range and the one before it were answered after `since`. */
  const areAnswered = (days, since) => {
    const from = new URLSearchParams(location.search).get('from');
    const before = new Date(Date.parse(from) - days * DAY).toISOString().slice(0, 10);
    return [from, before].every((day) =>
      performance
        .getEntriesByType('resource')
        .some(
          ({ name, responseEnd }) =>
            name.includes('/insights?') && name.includes(`from=${day}&`) && responseEnd > since,
        ),
    );
  };
  /** The frame after the last change, before ten frames without one, in ms after `since`. */
  window.engawaShown = async (days, since) => {
    while (!areAnswered(days, since)) await frame();
    let shown = 0;
    for (let quiet = 0, seen = -1; quiet < 10; quiet += 1) {
      if (seen !== changed || !document.querySelector('[role=img] canvas')) quiet = 0;
      seen = changed;
      await frame();
      if (quiet === 0) shown = performance.now();
    }
    return shown - since;
  };
  window.engawaChoose = (day, days) => {
    const field = document.querySelector('input[type=date]');
    const since = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, day);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return window.engawaShown(days, since);
  };
}

const dayOf = (day) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The figures of each day in the form that search stores, and the names in them. */
async function fill(search, space, last) {
  const names = search.collection('names');
  const ids = (count) => Array.from({ length: count }, () => randomUUID());
  const [members, staffs, labels] = [ids(MEMBERS), ids(STAFFS), ids(LABELS)];
  await names.insertMany([
    ...copies(await names.findOne({ space, kind: 'member' }), members),
    ...copies(await names.findOne({ space, kind: 'staff' }), staffs),
  ]);
  const health = search.collection('memberHealth');
  // The service counts the demo data's members in the background.
  let counted = null;
  while (!counted) {
    await sleep(50);
    counted = await health.findOne({ space, listed: true, staleSince: null });
  }
  await health.insertMany(members.map((id) => ({ ...counted, _id: `${space}/${id}`, id })));
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  const days = search.collection('insightDays');
  const {
    _id,
    staleSince: _stale,
    staleUntil: _until,
    ...template
  } = await days.findOne({
    space,
    posts: { $gt: 0 },
  });
  for (let at = last; at > last - DAYS; at -= 1) {
    const posts = Array.from({ length: POSTS_PER_DAY }, () => ({
      memberIds: [
        ...new Set(Array.from({ length: pick([1, 1, 1, 2, 2, 3]) }, () => pick(members))),
      ],
      labelId: pick(labels),
      staffId: pick(staffs),
    }));
    const issues = posts.filter((_post, n) => n % 10 === 0).map(({ labelId }) => labelId);
    const id = dayOf(at);
    const figures = {
      ...template,
      // Months keep days that were counted some time ago.
      ...{ id, countedAt: new Date(Date.now() - 3_600_000) },
      ...{ posts: POSTS_PER_DAY, unlabelled: 0 },
      labels: tally(posts.map(({ labelId }) => labelId)),
      staffs: tally(posts.map(({ staffId }) => staffId)),
      members: tally(posts.flatMap(({ memberIds }) => memberIds)),
      pairs: tally(posts.flatMap(({ memberIds }) => pairsOf(memberIds.sort()))),
      pairLabels: tally(
        posts.flatMap(({ memberIds, labelId }) =>
          pairsOf(memberIds).map((pair) => `${pair} ${labelId}`),
        ),
      ),
      issuesOpened: tally(issues),
      issuesSolved: tally(issues),
      openedPosts: issues.length,
      solvedPosts: issues.length,
    };
    await days.insertOne({ ...figures, _id: `${space}/${id}` });
  }
}

const pairsOf = (ids) => ids.flatMap((one, at) => ids.slice(at + 1).map((two) => `${one} ${two}`));

function tally(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, count }));
}

/** A name for each id. */
function copies({ space, kind, ref, ...template }, thingIds) {
  return thingIds.map((thingId) => {
    const id = `${kind}-${thingId}`;
    return {
      ...template,
      _id: `${space}/${id}`,
      id,
      space,
      kind,
      thingId,
      ref: { ...ref, id: thingId },
    };
  });
}
