// Compares entities with their projections in other services, and tasks with their posts.
//   npm run events:check [-- [--repair] [--settle SECONDS]]
// Needs MONGODB_URI and NATS_URL (and ENGAWA_NAMESPACE if the installation has one); default: those of the
// installation that `npm start` runs on this machine. With `--repair` tasks
// are repaired, services with an older gap get the present state of posts and comments, and every service
// republishes the events of its journal; then it compares again. Exits with 1 if differences remain; they
// count once their number has not fallen for `--settle` seconds (10, with `--repair` 60).
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningHere } from './backup/place.mjs';
import { connectOrExit } from './events/connect-or-exit.mjs';
import { findDifferences, findSpacesOfPosts } from './events/projections.mjs';
import { resendState } from './events/resend.mjs';
import { services } from './installation/services.mjs';
import { readOptions } from './tools/arguments.mjs';
import { workspace } from './tools/workspace.mjs';

/** How long projections may lag behind without coming nearer, in s. */
const SETTLE_S = 10;
const SETTLE_REPAIRED_S = 60;

const options = readOptions(
  'usage: npm run events:check [-- [--repair] [--settle SECONDS]]',
  { repair: { type: 'boolean', default: false }, settle: { type: 'string' } },
  ({ settle = '0' }) => {
    if (!(Number(settle) >= 0)) throw new Error('--settle takes a number of seconds');
  },
);
const settleSeconds = Number(options.settle ?? (options.repair ? SETTLE_REPAIRED_S : SETTLE_S));
const { MONGODB_URI, NATS_URL, ENGAWA_DATA, ENGAWA_NAMESPACE: namespace = '' } = process.env;
const { connection, prefix, ask } = await connectOrExit('events-check');
const dataDir = path.resolve(workspace, ENGAWA_DATA ?? '.engawa');
// Never the database of one installation with the services of another.
const uri = NATS_URL ? MONGODB_URI : !MONGODB_URI && (await runningHere(dataDir))?.mongoUri;
if (!uri) {
  console.error(
    'MONGODB_URI and NATS_URL are needed, or neither for the installation of npm start.',
  );
  process.exit(2);
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
