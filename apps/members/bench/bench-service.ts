import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { generateTokenKeys, signAccessToken } from '@engawa/auth';
import { startService } from '@engawa/service-kit';
import { MongoClient } from 'mongodb';
import { members } from '../src/index';

export const SPACE = 'bench';

/** The service with a fresh namespace, and the token of someone who may do everything in it. */
export async function startBenchService() {
  const keys = generateTokenKeys();
  const namespace = `b${randomBytes(4).toString('hex')}`;
  const env = {
    ...process.env,
    ...keys,
    LOG_LEVEL: 'warn',
    ENGAWA_SECRET_KEY: randomBytes(32).toString('base64'),
    ENGAWA_NAMESPACE: namespace,
  };
  const service = await startService(members, { env, port: 0 });
  const now = Math.floor(Date.now() / 1000);
  const token = signAccessToken(
    {
      sub: 'bench-staff',
      sid: 'bench-session',
      space: SPACE,
      role: 'primaryAdmin',
      god: false,
      admin: true,
      initialPasswordChanged: true,
      iat: now,
      exp: now + 86_400,
    },
    keys.ENGAWA_TOKEN_PRIVATE_KEY,
  );
  return {
    url: service.url,
    token,
    database: `${namespace}_members`,
    stop: () => service.stop(),
  };
}

/** Heap in MB that Node chooses for a container of 512 MB (k8s/base). */
const HEAP_OF_POD = 256;

/** The service in a separate process with the limits of a pod; see service-process.ts. */
export async function forkBenchService() {
  const child = fork(path.join(__dirname, 'service-process.cjs'), {
    execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_OF_POD}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = async <Answer>() => (await once(child, 'message'))[0] as Answer;
  const { url, token, database } = await next<{ url: string; token: string; database: string }>();
  const client = await MongoClient.connect(process.env['MONGODB_URI']!);
  const ask = async (message: string) => {
    child.send(message);
    return (await next<{ rss: number }>()).rss;
  };
  return {
    database: client.db(database),
    call: (address: string, init: RequestInit = {}) =>
      fetch(`${url}/api/v1${address}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      }),
    /** Starts to measure resident memory; the result is the growth in MB. */
    async memory() {
      const before = await ask('measure');
      return async () => ((await ask('peak')) - before) / 1_048_576;
    },
    async stop() {
      await client.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
export type BenchService = Awaited<ReturnType<typeof forkBenchService>>;

/** A row of a benchmark's result; a limit is an upper bound. */
export interface Figure {
  what: string;
  measured: number;
  unit: string;
  limit?: number;
}

/** Prints the figures of a benchmark. */
export function printFigures(title: string, figures: Figure[]): void {
  if (process.send) process.send({ title, figures });
  else console.table(figures);
}

const families = [
  ['佐藤', 'サトウ'],
  ['鈴木', 'スズキ'],
  ['高橋', 'タカハシ'],
  ['田中', 'タナカ'],
  ['伊藤', 'イトウ'],
  ['渡辺', 'ワタナベ'],
  ['山本', 'ヤマモト'],
  ['中村', 'ナカムラ'],
  ['小林', 'コバヤシ'],
  ['加藤', 'カトウ'],
] as const;
const firsts = [
  ['太郎', 'タロウ'],
  ['花子', 'ハナコ'],
  ['健一', 'ケンイチ'],
  ['美咲', 'ミサキ'],
  ['大輔', 'ダイスケ'],
  ['陽子', 'ヨウコ'],
  ['翔太', 'ショウタ'],
] as const;

/** A plausible member CSV; `mark` distinguishes files. */
export function memberCsv(rows: number, mark = ''): string {
  const lines = ['姓,名,姓（カナ）,名（カナ）,会社名,役職,会員種別,メモ'];
  for (let n = 0; n < rows; n += 1) {
    const [family, familyKana] = families[n % families.length]!;
    const [first, firstKana] = firsts[n % firsts.length]!;
    lines.push(
      `${family},${first},${familyKana},${firstKana},株式会社${mark}${n}製作所,担当,,${mark}紹介で入会 ${n}`,
    );
  }
  return lines.join('\n');
}
