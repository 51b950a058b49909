// Finds and repairs differences between tasks and their posts and comments.
//   npm run tasks:repair [-- [--space NAME] [--dry-run]]
// Needs NATS_URL (and ENGAWA_NAMESPACE if the installation has one); default: the NATS of the
// installation that `npm start` runs on this machine. Exits with 1 if it found any.
import { connectOrExit } from './events/connect-or-exit.mjs';
import { readOptions } from './tools/arguments.mjs';

const options = readOptions('usage: npm run tasks:repair [-- [--space NAME] [--dry-run]]', {
  space: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
});
const { connection, ask } = await connectOrExit('tasks-repair');

let found = 0;
try {
  const known = await ask('tasks.listSpaces', {});
  if (options.space && !known.includes(options.space))
    throw new Error(`no space ${options.space}; the spaces are ${known.join(', ')}`);
  const spaces = options.space ? [options.space] : known;
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
