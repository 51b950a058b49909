// Finds and repairs differences between tasks and their posts and comments.
//   npm run tasks:repair [-- [--space NAME] [--dry-run]]
// Needs NATS_URL (and ENGAWA_NAMESPACE if the installation has one); default: the NATS of the
// installation that `npm start` runs on this machine. Exits with 1 if it found any.
import { parseArgs } from 'node:util';
import { connect, JSONCodec } from 'nats';
import { natsUrlOrExit } from './events/nats-url.mjs';
import { natsAddress } from './servers/nats-address.mjs';

const usage = 'usage: npm run tasks:repair [-- [--space NAME] [--dry-run]]';
const HOUR = 3_600_000;

let options;
try {
  options = parseArgs({
    options: {
      space: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
} catch (error) {
  console.error(`${error.message}\n${usage}`);
  process.exit(2);
}
if (options.help) {
  console.log(usage);
  process.exit(0);
}
const url = natsUrlOrExit();

const json = JSONCodec();
const prefix = (process.env.ENGAWA_NAMESPACE ?? '').replace(/[^A-Za-z0-9_-]/g, '_') || 'engawa';
const connection = await connect({ ...natsAddress(url), name: 'tasks-repair' });

async function ask(name, payload) {
  const question = json.encode({ payload, traceparent: null, requestId: null });
  const reply = await connection.request(`${prefix}-ask.${name}`, question, { timeout: HOUR });
  const { answer, error } = json.decode(reply.data);
  if (error !== undefined) throw new Error(`${name}: ${error}`);
  return answer;
}

let found = 0;
try {
  const spaces = options.space ? [options.space] : await ask('tasks.listSpaces', {});
  for (const space of spaces) {
    const report = await ask('tasks.repair', { space, mend: !options['dry-run'] });
    const { checked, ...drift } = report;
    found += Object.values(drift).reduce((sum, count) => sum + count, 0);
    const figures = Object.entries(drift).map(([name, count]) => `${count} ${name}`);
    console.log(`${space}: ${checked} checked, ${figures.join(', ')}`);
  }
  const verb = options['dry-run'] ? 'found' : 'mended';
  console.log(found === 0 ? 'no drift' : `${found} ${verb}`);
} catch (error) {
  console.error(error.code === '503' ? 'The tasks service does not answer.' : error.message);
  process.exitCode = 2;
} finally {
  await connection.close();
}
if (found > 0) process.exitCode ??= 1;
