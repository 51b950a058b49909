import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchPostsAnswer } from '@engawa/contracts';
import { changedText, foldForSearch, joinTexts, piecesOf } from '@engawa/text-search';
import { MongoClient } from 'mongodb';
import { Client } from 'undici';
import { memoOf, questionsOf, randomOf } from './corpus';

const QUESTIONS = 240;
const INSERTED_AT_ONCE = 100;
/** Unpacked changes. */
const UNINDEXED = 64;
const PAGE = 10;
const COUNT_LIMIT = 1_000;

interface Figure {
  what: string;
  measured: number;
  unit: string;
  limit?: number;
}

/** Posts of one space and of fifty: sequential queries, compared with a scan and Groonga. */
async function main(): Promise<void> {
  const posts = Number(process.argv[2] ?? 100_000);
  const spaces = Number(process.argv[3] ?? 1);
  const large = posts / spaces > 200_000;
  const random = randomOf(1);
  const memos = Array.from({ length: posts }, () => memoOf(random));
  const bench = await start();
  const spaceOf = (n: number) => `bench-${n % spaces}`;
  const disk = diskOf();
  const written = bytesWritten();
  const begun = performance.now();
  for (let at = 0; at < posts; at += INSERTED_AT_ONCE) {
    const some = memos.slice(at, at + INSERTED_AT_ONCE);
    await bench.entries.insertMany(some.map((memo, n) => entryOf(spaceOf(at + n), at + n, memo)));
  }
  await bench.indexed();
  const seconds = (performance.now() - begun) / 1000;
  const perPost = { disk: (diskOf() - disk) / posts, written: (bytesWritten() - written) / posts };

  const mine = memos
    .map((memo, n) => ({ id: idOf(n), memo, n }))
    .filter(({ n }) => n % spaces === 0);
  const texts = mine.map(({ id, memo }) => ({ id, text: joinTexts([memo]) })).reverse();
  const questions = questionsOf(
    mine.map(({ memo }) => memo),
    QUESTIONS,
  );
  await bench.warm();
  const asked: number[] = [];
  const scanned: number[] = [];
  let right = 0;
  for (const q of questions) {
    const t0 = performance.now();
    const answer = await bench.ask(q, 'bench-0');
    asked.push(performance.now() - t0);
    const t1 = performance.now();
    const expected = scan(texts, q);
    scanned.push(performance.now() - t1);
    const ids = answer.posts.map(({ id }) => id);
    const counted = answer.totalIsExact
      ? answer.total === expected.total
      : answer.total <= expected.total;
    if (ids.join() === expected.ids.join() && counted) right += 1;
    else console.error(`not as the scan: ${q} ${answer.total} ${expected.total}`);
  }
  const groonga = spaces === 1 && !large ? await askGroonga(memos, questions) : null;
  const found = await bench.foundAfter('bench-0', posts);
  const { took, during } = await bench.rebuild('bench-0', questions);
  const where = spaces === 1 ? 'in one space' : `over ${spaces} spaces`;
  tell(`Search among ${posts} posts ${where}`, [
    { what: 'questions answered as a scan does', measured: (right / QUESTIONS) * 100, unit: '%' },
    {
      what: 'questions that a scan answers otherwise',
      measured: QUESTIONS - right,
      unit: '',
      limit: 0,
    },
    ...figures('question', asked, large ? [undefined, 100] : [4, 20]),
    ...figures('plain scan in memory', scanned, []),
    ...(groonga ? figures('Groonga', groonga, []) : []),
    { what: 'written and packed', measured: posts / seconds, unit: '/s' },
    { what: 'disk for each post', measured: perPost.disk / 1_000, unit: 'kB', limit: 3 },
    { what: 'written for each post', measured: perPost.written / 1_000, unit: 'kB', limit: 20 },
    { what: 'a new post is found after', measured: found, unit: 'ms', limit: 1_000 },
    {
      what: 'rebuild',
      measured: took / 1_000,
      unit: 's',
      ...(large ? {} : { limit: 60 }),
    },
    ...figures('question during a rebuild', during, []),
  ]);
  await bench.stop();
}

function figures(what: string, times: number[], limits: (number | undefined)[]): Figure[] {
  const sorted = [...times].sort((a, b) => a - b);
  return [0.5, 0.95].map((share, at) => ({
    what: `${what}, p${share * 100}`,
    measured: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!,
    unit: 'ms',
    ...(limits[at] === undefined ? {} : { limit: limits[at] }),
  }));
}

const FIRST_TALK = Date.UTC(2020, 0, 1);

function idOf(n: number): string {
  return `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

function entryOf(space: string, n: number, memo: string) {
  const at = new Date(FIRST_TALK + n * 60_000);
  const id = idOf(n);
  return {
    _id: `${space}/${id}`,
    id,
    space,
    version: 1,
    createdAt: at,
    updatedAt: at,
    kind: 'post',
    postId: id,
    ownerId: `staff-${n % 20}`,
    memo,
    memberIds: [`member-${(n * 7919) % 5_000}`],
    labelIds: n % 3 ? [] : [`label-${n % 12}`],
    attachmentTitles: [],
    taskStatus: null,
    talkedAt: at,
    writtenAt: at,
    changedAt: at,
    issueOpenedAt: null,
    issueClosedAt: null,
    gone: false,
    shown: true,
    ...changedText(),
  };
}

/** The expected result: a scan over all texts, newest first. */
function scan(texts: readonly { id: string; text: string }[], q: string) {
  const pieces = piecesOf(q);
  const ids: string[] = [];
  let total = 0;
  for (const { id, text } of texts) {
    if (!pieces.every((spellings) => spellings.some((one) => text.includes(one)))) continue;
    total += 1;
    if (ids.length < PAGE) ids.push(id);
    if (total === COUNT_LIMIT) break;
  }
  return { ids, total };
}

async function start() {
  const child = fork(path.join(__dirname, 'service-process.cjs'), {
    execArgv: ['--max-old-space-size=512'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = async <Answer>() => (await once(child, 'message'))[0] as Answer;
  const { url, database } = await next<{ url: string; database: string }>();
  const order = async <Value>(kind: string, space: string): Promise<Value> => {
    child.send({ kind, space });
    return (await next<{ value: Value }>()).value;
  };
  const mongo = await MongoClient.connect(process.env['MONGODB_URI']!);
  const entries = mongo.db(database).collection<ReturnType<typeof entryOf>>('entries');
  const client = new Client(url);
  const tokens = new Map<string, string>();
  const ask = async (q: string, space: string): Promise<SearchPostsAnswer> => {
    const token = tokens.get(space) ?? (await order<string>('token', space));
    tokens.set(space, token);
    const { statusCode, body } = await client.request({
      method: 'GET',
      path: `/api/v1/search/posts?q=${encodeURIComponent(q)}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${q}: ${statusCode} ${text}`);
    return JSON.parse(text) as SearchPostsAnswer;
  };
  return {
    entries,
    ask,
    async indexed() {
      const waiting = () => entries.countDocuments({ unindexed: { $gt: '' } }, { limit: 10_000 });
      while ((await waiting()) >= UNINDEXED) await sleep(250);
    },
    async warm() {
      for (let n = 0; n < 40; n += 1) await ask(`${n}号室 面談`, 'bench-0');
    },
    /** Ms until a new post is found. */
    async foundAfter(space: string, n: number): Promise<number> {
      const begun = performance.now();
      await entries.insertOne(entryOf(space, n, '燈台守の話'));
      while ((await ask('燈台守', space)).total === 0) await sleep(5);
      return performance.now() - begun;
    },
    /** Ms of a rebuild, and of queries during it. */
    async rebuild(space: string, questions: readonly string[]) {
      const during: number[] = [];
      const begun = performance.now();
      let running = true;
      const rebuilt = order('rebuild', space).then(() => (running = false));
      for (let n = 0; running; n += 1) {
        const t = performance.now();
        await ask(questions[n % questions.length]!, space);
        during.push(performance.now() - t);
        await sleep(50);
      }
      await rebuilt;
      return { took: performance.now() - begun, during };
    },
    async stop() {
      await client.close();
      await mongo.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Times of Debian's groonga with a bigram index over the same folded texts; null without it. */
async function askGroonga(memos: readonly string[], questions: readonly string[]) {
  const binary = process.env['GROONGA'] ?? 'groonga';
  if (spawnSync(binary, ['--version']).error) return null;
  const dir = mkdtempSync(path.join(tmpdir(), 'engawa-groonga-'));
  const child = spawn(binary, ['-n', path.join(dir, 'db')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const command = async (line: string) => {
    child.stdin.write(`${line}\n`);
    return (await lines.next()).value as string;
  };
  try {
    await command('table_create Posts TABLE_PAT_KEY UInt32');
    await command('column_create Posts text COLUMN_SCALAR Text');
    await command(
      'table_create Terms TABLE_PAT_KEY ShortText --default_tokenizer TokenBigramSplitSymbolAlphaDigit',
    );
    await command('column_create Terms posts COLUMN_INDEX|WITH_POSITION Posts text');
    for (let at = 0; at < memos.length; at += 1_000) {
      const rows = memos
        .slice(at, at + 1_000)
        .map((memo, n) => ({ _key: at + n + 1, text: foldForSearch(memo) }));
      await command(`load --table Posts --values '${JSON.stringify(rows).replaceAll("'", '')}'`);
    }
    const times: number[] = [];
    for (const q of questions) {
      const words = piecesOf(q).map(([first]) => `"${first!.replace(/["\\]/g, '')}"`);
      const query = words.join(' ').replaceAll("'", '');
      const t = performance.now();
      await command(
        `select Posts --match_columns text --query '${query}' --sort_keys -_key --limit 10 --output_columns _key,text`,
      );
      times.push(performance.now() - t);
    }
    return times;
  } finally {
    child.stdin.end('shutdown\n');
    await once(child, 'exit');
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Bytes that the database has written to the system, including replies; NaN without /proc.
 * `write_bytes` would count whole folios of the page cache for each changed page of 4 kB.
 */
function bytesWritten(): number {
  try {
    const io = readFileSync(`/proc/${process.env['BENCH_DATABASE_PID']}/io`, 'utf8');
    return Number(/^wchar: (\d+)/m.exec(io)![1]);
  } catch {
    return Number.NaN;
  }
}

/** Disk usage of the database in bytes. */
function diskOf(): number {
  const dir = process.env['BENCH_DATABASE_DIR'];
  if (!dir) return Number.NaN;
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(path.join(dir, file)))
    .reduce((sum, file) => sum + file.blocks * 512, 0);
}

function tell(title: string, rows: Figure[]): void {
  if (process.send) process.send({ title, figures: rows });
  else console.table(rows);
}

void main();
