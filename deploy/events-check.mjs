// Compares entities with their projections in other services, and tasks with their posts.
//   npm run events:check [-- [--repair] [--settle SECONDS]]
// Needs MONGODB_URI and NATS_URL (and ENGAWA_NAMESPACE if the installation has one). With `--repair` tasks
// are repaired, services with an older gap get the present state of posts and comments, and every service
// republishes the events of its journal; then it compares again. Exits with 1 if differences remain; they
// count once their number has not fallen for `--settle` seconds (10, with `--repair` 60).
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, JSONCodec } from 'nats';
import { refuseKafka } from './events/nats-url.mjs';
import { findDifferences, findSpacesOfPosts } from './events/projections.mjs';
import { resendState } from './events/resend.mjs';
import { natsAddress } from './servers/nats-address.mjs';
import { services } from './installation/services.mjs';

const usage = 'usage: npm run events:check [-- [--repair] [--settle SECONDS]]';
const HOUR_MS = 3_600_000;
/** How long projections may lag behind without coming nearer, in s. */
const SETTLE_S = 10;
const SETTLE_REPAIRED_S = 60;

let options;
try {
  options = parseArgs({
    options: {
      repair: { type: 'boolean', default: false },
      settle: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values;
} catch (error) {
  console.error(`${error.message}\n${usage}`);
  process.exit(2);
}
const settleSeconds = Number(options.settle ?? (options.repair ? SETTLE_REPAIRED_S : SETTLE_S));
const { MONGODB_URI: uri, NATS_URL: url, ENGAWA_NAMESPACE: namespace = '' } = process.env;
const isUnusable = options.help || !(settleSeconds >= 0);
if (!isUnusable) refuseKafka();
if (isUnusable || !uri || !url) {
  console.error(isUnusable ? usage : `MONGODB_URI and NATS_URL are needed.\n${usage}`);
  process.exit(options.help ? 0 : 2);
}

const json = JSONCodec();
const prefix = namespace.replace(/[^A-Za-z0-9_-]/g, '_') || 'engawa';
const connection = await connect({ ...natsAddress(url), name: 'events-check' });

async function ask(name, payload) {
  const question = json.encode({ payload, traceparent: null, requestId: null });
  const reply = await connection.request(`${prefix}-ask.${name}`, question, { timeout: HOUR_MS });
  const { answer, error } = json.decode(reply.data);
  if (error !== undefined) throw new Error(`${name}: ${error}`);
  return answer;
}

async function differences(mend) {
  const found = [];
  for await (const each of findDifferences({ uri, namespace })) found.push(each);
  const spaces = new Set([
    ...(await ask('tasks.listSpaces', {})),
    ...(await findSpacesOfPosts({ uri, namespace })),
  ]);
  for (const space of spaces) {
    const { checked: _checked, ...drift } = await ask('tasks.repair', { space, mend });
    for (const [reason, count] of Object.entries(drift)) {
      if (count > 0) found.push({ copy: 'tasks.tasks', space, id: `${count} tasks`, reason });
    }
  }
  return found;
}

try {
  let left = await differences(options.repair);
  if (options.repair && left.length > 0) {
    for (const each of left) console.log(`${each.copy}  ${each.space}/${each.id}  ${each.reason}`);
    // The journal covers six hours. What is older is repaired from its owner's documents.
    const unindexed = left.filter(({ copy }) => copy === 'search.entries');
    for (const space of new Set(unindexed.map((each) => each.space))) {
      await ask('search.rebuild', { space });
    }
    const client = connection.jetstream();
    const count = await resendState({ differences: left, ask, client, prefix });
    console.log(`${count} posts and comments given to single services again`);
    for (const service of services) {
      const { published } = await ask(`${service}.republishEvents`, {}).catch((error) => {
        if (error.code !== '503') throw error;
        return { published: null };
      });
      console.log(
        `${service}: ${published === null ? 'does not answer' : `${published} events published again`}`,
      );
    }
  }
  // Listeners always lag, behind a long backlog by minutes; only a difference that persists counts.
  const settle = settleSeconds * 1_000;
  for (let end = Date.now() + settle; left.length > 0 && Date.now() < end;) {
    await sleep(1_000);
    const found = await differences(false);
    if (found.length < left.length) end = Date.now() + settle;
    left = found;
  }
  for (const each of left) console.log(`${each.copy}  ${each.space}/${each.id}  ${each.reason}`);
  console.log(left.length === 0 ? 'no differences' : `${left.length} difference(s)`);
  if (left.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error.code === '503' ? 'Not all services answer.' : error.message);
  process.exitCode = 2;
} finally {
  await connection.close();
}
