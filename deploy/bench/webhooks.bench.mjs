// 200 webhooks in ten spaces, one of each ten dead: from a post, two a second, to its arrival at every receiver
// that lives.
import { createServer } from 'node:http';
import { percentile, report, serve, signIn } from './measure.mjs';

const SPACES = 10;
const WEBHOOKS_PER_SPACE = 20;
const DEAD_EACH = 10;
const POSTS = 60;
const EVERY_MS = 500;
const LIMIT_MS = 1_000;
const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

export async function run() {
  const receiver = await startReceiver();
  const installation = await serve({
    env: {
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      ENGAWA_BOOTSTRAP: JSON.stringify(bootstrap()),
    },
  });
  try {
    const admins = [];
    for (let n = 0; n < SPACES; n += 1) {
      admins.push(await signIn(installation.url, `admin@space${n}.example`));
    }
    for (const [space, admin] of admins.entries()) {
      for (let n = 0; n < WEBHOOKS_PER_SPACE; n += 1) {
        const kind = n % DEAD_EACH === 0 ? 'dead' : 'alive';
        const url = `${receiver.url}/${kind}/${space}/${n}`;
        const events = ['timeline.post.created'];
        const { status, body } = await admin.call('POST', '/webhooks', { url, events });
        if (status !== 201) throw new Error(JSON.stringify(body));
      }
    }
    // The dead ones hang before anything is measured.
    for (const admin of admins) await post(admin, 0);
    await pause(3_000);
    receiver.forget();
    const began = new Map();
    for (let n = 0; n < POSTS; n += 1) {
      const at = performance.now();
      began.set(await post(admins[n % SPACES], n), at);
      await pause(EVERY_MS);
    }
    const alive = WEBHOOKS_PER_SPACE - WEBHOOKS_PER_SPACE / DEAD_EACH;
    const expected = POSTS * alive;
    const arrived = () => [...receiver.came].filter(([key]) => began.has(postOf(key)));
    for (let waited = 0; arrived().length < expected && waited < 300; waited += 1) await pause(100);
    const found = arrived();
    if (found.length < expected) throw new Error(`${found.length} of ${expected} arrived`);
    const millis = found.map(([key, at]) => at - began.get(postOf(key)));
    return report(`Deliveries to ${SPACES * WEBHOOKS_PER_SPACE} webhooks, one of ten dead`, [
      { what: 'post to webhook, p50', measured: percentile(millis, 0.5), unit: 'ms' },
      {
        what: 'post to webhook, p95',
        measured: percentile(millis, 0.95),
        unit: 'ms',
        limit: LIMIT_MS,
      },
      { what: 'deliveries measured', measured: expected, unit: '' },
      { what: 'attempts at dead receivers meanwhile', measured: receiver.dead(), unit: '' },
    ]);
  } finally {
    await installation.stop();
    receiver.stop();
  }
}

function bootstrap() {
  const account = { password: 'engawa-demo', jobTitle: '', bio: '' };
  return {
    god: { email: 'god@engawa.example', password: 'engawa-demo', displayName: '運用' },
    spaces: Array.from({ length: SPACES }, (_, n) => ({
      id: `space-${n}`,
      displayName: `スペース${n}`,
      timeZone: 'Asia/Tokyo',
      staffs: [
        { ...account, email: `admin@space${n}.example`, displayName: '管理', role: 'primaryAdmin' },
      ],
    })),
  };
}

async function post(admin, round) {
  const { status, body } = await admin.call('POST', '/posts', { memo: `配信 ${round}` });
  if (status !== 201) throw new Error(`createPost answered ${status}`);
  return body.id;
}

const postOf = (key) => key.split(' ')[1];

/** Responds with 200, except below `/dead`, where it never responds; records each arrival by path. */
async function startReceiver() {
  let dead = 0;
  const came = new Map();
  const server = createServer((request, response) => {
    if (request.url.startsWith('/dead/')) {
      dead += 1;
      return;
    }
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      came.set(`${request.url} ${JSON.parse(body).data.postId}`, performance.now());
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    came,
    dead: () => dead,
    forget: () => {
      dead = 0;
      came.clear();
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
