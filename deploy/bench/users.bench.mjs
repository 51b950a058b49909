// Many users at once, with a stated mix. Each has a live stream and acts as the web app does: it
// looks at the timeline every minute with two scrolls, writes a post every 20 minutes, a comment
// every 10, a reaction every 4, searches every 10, and reads what live messages name without
// carrying it. Requests begin at their time, however long earlier ones take (an open loop).
//
//   npm run bench -- users --users=5000 --spaces=25 --seconds=120
//
// `--earlier-web` reads every post that a message names, as web apps did before messages carried
// posts.
import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { waitUntil } from '../tools/processes.mjs';
import { usageMeter, report, serve, signIn, startScript } from './measure.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const POSTS_PER_SPACE = 400;
const MEMBERS_PER_SPACE = 100;
/** Services that keep copies of staff. */
const DIRECTORIES = ['timeline', 'tasks', 'notifications', 'integrations'];
const WARM_UP_SECONDS = 15;
/** Mattermost's bars. */
const AVERAGE_LIMIT_MS = 100;
const P99_LIMIT_MS = 2_000;

export async function run({ users = 500, spaces = 2, seconds = 60, 'earlier-web': old } = {}) {
  const installation = await serve({});
  let generator = null;
  try {
    const world = await createSpaces(installation, Number(spaces), Number(users));
    // Thousands of tokens are too long for an argument.
    const file = path.join(installation.dir, 'users.json');
    writeFileSync(file, JSON.stringify({ url: installation.url, ...world }));
    generator = await startScript(path.join(here, 'users-generator.mjs'), {
      file,
      warmUpSeconds: WARM_UP_SECONDS,
      seconds: Number(seconds),
      earlierWeb: Boolean(old),
    });
    if (!generator.streams) throw new Error(`no streams: ${JSON.stringify(generator)}`);
    const end = generator.next();
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_SECONDS * 1_000));
    const server = usageMeter(installation.pid);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    const serverMillis = server.millis();
    const measured = await end;
    const title = `${users} users in ${spaces} spaces, ${seconds} s`;
    return report(title, rowsOf(measured, serverMillis, Number(seconds)));
  } finally {
    await generator?.stop();
    await installation.stop();
  }
}

function rowsOf(
  { kinds, all, changes, reads, messages, delays, processorMillis },
  server,
  seconds,
) {
  const rows = kinds.flatMap(({ kind, count, errors, average, p99 }) => [
    { what: `${kind}: average of ${count}`, measured: average, unit: 'ms' },
    { what: `${kind}: p99`, measured: p99, unit: 'ms' },
    ...(errors > 0 ? [{ what: `${kind}: errors`, measured: errors, unit: '', limit: 0 }] : []),
  ]);
  return [
    ...rows,
    { what: 'all requests: average', measured: all.average, unit: 'ms', limit: AVERAGE_LIMIT_MS },
    { what: 'all requests: p99', measured: all.p99, unit: 'ms', limit: P99_LIMIT_MS },
    { what: 'errors', measured: all.errors, unit: '', limit: 0 },
    { what: 'requests per second', measured: all.count / seconds, unit: '' },
    { what: 'live messages per second, all streams', measured: messages / seconds, unit: '' },
    { what: 'changes per second', measured: changes / seconds, unit: '' },
    { what: 'requests that follow from a change', measured: reads / changes, unit: '' },
    { what: 'change → stream, average', measured: delays.average, unit: 'ms' },
    { what: 'change → stream, p99', measured: delays.p99, unit: 'ms' },
    { what: 'processor time of the server', measured: server / seconds / 10, unit: '%' },
    {
      what: 'processor time of the generator',
      measured: processorMillis / seconds / 10,
      unit: '%',
    },
  ];
}

/** Spaces with members and posts, and access tokens of their staff. */
async function createSpaces({ url, env, mongoUri }, count, users) {
  const god = await signIn(url, 'god@engawa.example');
  const mongo = await new MongoClient(mongoUri).connect();
  const tokenOf = signer(env.ENGAWA_TOKEN_PRIVATE_KEY);
  try {
    const staffs = mongo.db('identity').collection('staffs');
    // Services know of staff from events, which these do not cause.
    const knowing = DIRECTORIES.map((name) => mongo.db(name).collection('directoryStaffs'));
    const created = [];
    for (let n = 0; n < count; n += 1) {
      const space = `bench-${n}`;
      const email = `admin-${n}@bench.example`;
      await call(url, god.accessToken, 'POST', '/spaces', {
        id: space,
        displayName: space,
        primaryAdmin: { email, displayName: `代表 ${n}` },
      });
      const { _id, pendingEvents: _events, ...template } = await staffs.findOne({ space, email });
      const size = Math.ceil(((n + 1) * users) / count) - Math.ceil((n * users) / count);
      const copies = Array.from({ length: size }, (_, index) => {
        const id = randomUUID();
        const address = `staff-${n}-${index}@bench.example`;
        return {
          ...template,
          ...{ _id: `${space}/${id}`, id, email: address, emailKey: address },
          ...{ displayName: `職員 ${index}`, role: 'staff' },
        };
      });
      await staffs.insertMany(copies);
      for (const service of knowing) {
        let known = null;
        await waitUntil(async () => (known = await service.findOne({ _id })) !== null, {
          timeoutMs: 30_000,
          what: `${service.dbName} to know the admin of a new space`,
        });
        await service.insertMany(copies.map((copy) => copyOfStaff(known, copy)));
      }
      const tokens = copies.map(({ id }) => tokenOf(id, space));
      created.push({ space, tokens, ...(await fill(url, tokens[0])) });
    }
    return { spaces: created };
  } finally {
    await mongo.close();
  }
}

function copyOfStaff(known, { _id, id, email, displayName, role }) {
  return { ...known, _id, id, email, displayName, role };
}

async function fill(url, token) {
  const members = await call(url, token, 'POST', '/members/bulk', {
    items: Array.from({ length: MEMBERS_PER_SPACE }, (_, n) => ({ familyName: `会員${n}` })),
  });
  const memberIds = members.items.map(({ id }) => id);
  await call(url, token, 'POST', '/posts/bulk', {
    items: Array.from({ length: POSTS_PER_SPACE }, (_, n) => ({
      memo: `会議室の予約が取りにくいと何人かに言われた。午後の枠を見直す。${n}`,
      memberIds: [memberIds[n % memberIds.length]],
      talkedAt: new Date(Date.now() - n * 3_600_000).toISOString(),
    })),
  });
  const { items: reactions } = await call(url, token, 'GET', '/reactions');
  return { memberIds, reactionIds: reactions.map(({ id }) => id) };
}

/** Signs access tokens: thousands of sign-ins would only measure the hashing of passwords. */
function signer(privateKey) {
  const jwk = JSON.parse(privateKey);
  const key = createPrivateKey({ format: 'jwk', key: jwk });
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = encode({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid });
  return (sub, space) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = encode({
      ...{ sub, space, sid: randomUUID(), role: 'staff', god: false, admin: false },
      ...{ initialPasswordChanged: true, iat: now, exp: now + 4 * 3_600 },
      ...{ iss: 'urn:engawa:identity', aud: 'urn:engawa:api' },
    });
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), {
      key,
      dsaEncoding: 'ieee-p1363',
    });
    return `${header}.${claims}.${signature.toString('base64url')}`;
  };
}

async function call(url, token, method, address, body) {
  const answer = await fetch(`${url}/api/v1${address}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
