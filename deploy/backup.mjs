// Backs up a whole installation while it is in use (docs/operations.md, Backup and restore).
//   npm run backup -- --to FOLDER into a new folder
//   npm run backup -- --into FOLDER [--keep COUNT] into a new dated folder below it; removes the oldest
// Reads MONGODB_URI, NATS_URL, S3_ENDPOINT … or FILES_DIR as the services do; what is not set is taken
// from the data folder of `npm start`. `--with-keys` also saves the keys of the environment.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeBackup } from './backup/make-backup.mjs';
import { MANIFEST } from './backup/manifest.mjs';
import { readOptions } from './tools/arguments.mjs';
import { print } from './tools/workspace.mjs';

const options = readOptions(
  `usage: npm run backup -- --to FOLDER [--with-keys]
       npm run backup -- --into FOLDER [--keep COUNT] [--with-keys]`,
  {
    to: { type: 'string' },
    into: { type: 'string' },
    keep: { type: 'string' },
    'with-keys': { type: 'boolean', default: false },
  },
  ({ to, into, keep }) => {
    if (!to === !into) throw new Error('one of --to and --into is needed');
    if (keep !== undefined && !(into && /^[1-9]\d*$/.test(keep)))
      throw new Error('--keep takes a number from 1 on, and goes with --into');
  },
);

const DATED = /^engawa-\d{8}T\d{6}Z$/;
const DAY_MS = 24 * 3_600_000;
// npm runs scripts in the project folder; relative paths refer to the folder of the caller.
const from = (folder) => path.resolve(process.env.INIT_CWD ?? process.cwd(), folder);
const nameAt = (time) => `engawa-${new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')}`;
const folder = options.to ? from(options.to) : path.join(from(options.into), nameAt(Date.now()));

const began = Date.now();
try {
  if (options.into) removeIncomplete(from(options.into));
  const manifest = await makeBackup({ folder, withKeys: options['with-keys'], print });
  const { documents, events, files } = manifest.counts;
  print(
    `${folder}: ${documents} documents, ${events} events, ${files} files ` +
      `in ${Math.round((Date.now() - began) / 100) / 10} s`,
  );
  if (!manifest.keys)
    print(
      'the keys are not in it: keep ENGAWA_SECRET_KEY and the token keys in a safe of your own.',
    );
  if (options.keep) removeOldest(from(options.into), Number(options.keep));
} catch (error) {
  console.error(`engawa  no backup was made: ${error.message}`);
  process.exitCode = 1;
}

/** Backups that were killed before they could remove their folder; younger ones may still run. */
function removeIncomplete(dir) {
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir)) {
    if (!DATED.test(name) || name >= nameAt(Date.now() - DAY_MS)) continue;
    if (existsSync(path.join(dir, name, MANIFEST))) continue;
    const incomplete = path.join(dir, name);
    try {
      rmSync(incomplete, { recursive: true });
      print(`removed ${incomplete}, an incomplete backup`);
    } catch (error) {
      print(`${incomplete}, an incomplete backup, could not be removed: ${error.message}`);
    }
  }
}

/** Only complete backups with a name of ours are counted and removed. */
function removeOldest(dir, keep) {
  const whole = readdirSync(dir)
    .filter((name) => DATED.test(name) && existsSync(path.join(dir, name, MANIFEST)))
    .sort();
  for (const name of whole.slice(0, -keep)) {
    rmSync(path.join(dir, name), { recursive: true });
    print(`removed ${path.join(dir, name)}`);
  }
}
