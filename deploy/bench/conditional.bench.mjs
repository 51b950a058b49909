// What a caller who has the answer already saves: 304 beside the full answer, of lists and of one
// post. Posts are made anew for each full answer, members are sent as they were made before. Only
// posts have a limit: the cost of the others is that of any request (decision 0050).
import { Client } from 'undici';
import { usageMeter, report, serve, sideBySide, signIn, writePages } from './measure.mjs';

const LIMIT = 0.5;
/** Calls become cheaper until the engine has compiled what they repeat, for some hundreds. */
const WARMUP = 500;
const BLOCKS = 8;
const BLOCK_SIZE = 50;

export async function run() {
  const installation = await serve({});
  const client = new Client(installation.url);
  try {
    const admin = await signIn(installation.url, 'admin@engawa.example');
    await writePages(admin);
    const { body } = await admin.call('POST', '/api-tokens', {
      name: 'bench',
      scopes: ['post.read', 'member.read'],
    });
    const ask = async (path, status, headers = {}) => {
      const answer = await client.request({
        method: 'GET',
        path: `/api/v1${path}`,
        headers: { authorization: `Bearer ${body.token}`, 'accept-encoding': 'br', ...headers },
      });
      await answer.body.arrayBuffer();
      if (answer.statusCode !== status) throw new Error(`${path}: ${answer.statusCode}`);
      return answer.headers.etag;
    };
    const { body: page } = await admin.call('GET', '/posts?limit=1');
    const paths = {
      '50 posts': '/posts?limit=50',
      '100 members': '/members?limit=100',
      'one post': `/posts/${page.items[0].id}`,
    };
    const rows = [];
    let asked = 0;
    for (const [what, path] of Object.entries(paths)) {
      const known = { 'if-none-match': await ask(path, 200) };
      const isMade = what === '50 posts';
      // The service knows no answer to an address that nobody asked for before.
      const from = () => `&from=${new Date((asked += 1)).toISOString()}`;
      const arms = {
        full: () => ask(isMade ? path + from() : path, 200),
        same: () => ask(path, 304, known),
      };
      const times = await sideBySide(arms, { rounds: 300, warmup: WARMUP });
      const cpu = await cpuSideBySide(installation.pid, arms);
      rows.push({ what: `${what}: full answer, p50`, measured: times.full.p50, unit: 'ms' });
      rows.push({ what: `${what}: 304, p50`, measured: times.same.p50, unit: 'ms' });
      rows.push({
        what: `${what}: 304 / full, p50`,
        measured: times.same.p50 / times.full.p50,
        unit: '×',
        ...(isMade ? { limit: LIMIT } : {}),
      });
      rows.push({ what: `${what}: full answer, processor time`, measured: cpu.full, unit: 'ms' });
      rows.push({ what: `${what}: 304, processor time`, measured: cpu.same, unit: 'ms' });
      rows.push({
        what: `${what}: 304 / full, processor time`,
        measured: cpu.same / cpu.full,
        unit: '×',
      });
    }
    return report('Answers that the caller has already', rows);
  } finally {
    await client.close();
    await installation.stop();
  }
}

/**
 * Processor time of each call in ms, in alternating blocks: its clock is too coarse for one. What
 * the processes do beside the calls counts too, so it has no limit.
 */
async function cpuSideBySide(pid, calls) {
  const millis = Object.fromEntries(Object.keys(calls).map((name) => [name, 0]));
  for (let block = 0; block < BLOCKS; block += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const meter = usageMeter(pid);
      for (let n = 0; n < BLOCK_SIZE; n += 1) await call();
      millis[name] += meter.millis() / (BLOCKS * BLOCK_SIZE);
    }
  }
  return millis;
}
