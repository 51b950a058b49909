import { randomBytes } from 'node:crypto';
import { generateTokenKeys, signAccessToken } from '@engawa/auth';
import { startService } from '@engawa/service-kit';
import { MongoClient } from 'mongodb';
import { members } from '../src/index';

export const SPACE = 'bench';

/** The service with a fresh namespace, and someone who may do everything in it. */
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
  const client = await MongoClient.connect(process.env['MONGODB_URI']!);
  return {
    service,
    database: client.db(`${namespace}_members`),
    call: (path: string, init: RequestInit = {}) =>
      fetch(`${service.url}/api/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      }),
    stop: async () => {
      await service.stop();
      await client.close();
    },
  };
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

/** A plausible member CSV. */
export function memberCsv(rows: number): string {
  const lines = ['姓,名,姓（カナ）,名（カナ）,会社名,役職,会員種別,メモ'];
  for (let n = 0; n < rows; n += 1) {
    const [family, familyKana] = families[n % families.length]!;
    const [first, firstKana] = firsts[n % firsts.length]!;
    lines.push(
      `${family},${first},${familyKana},${firstKana},株式会社${n}製作所,担当,,紹介で入会 ${n}`,
    );
  }
  return lines.join('\n');
}
