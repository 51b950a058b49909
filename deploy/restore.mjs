// Restores a backup (npm run backup) into an empty installation whose services are stopped.
//   npm run restore -- --from FOLDER [--force]
// Reads MONGODB_URI, NATS_URL, S3_ENDPOINT … or FILES_DIR as the services do; default: the data folder
// of `npm start`. `--force` first deletes what the installation holds.
import path from 'node:path';
import { restoreBackup } from './backup/restore-backup.mjs';
import { readOptions } from './tools/arguments.mjs';
import { print } from './tools/workspace.mjs';

const options = readOptions(
  'usage: npm run restore -- --from FOLDER [--force]',
  { from: { type: 'string' }, force: { type: 'boolean', default: false } },
  ({ from }) => {
    if (!from) throw new Error('--from is needed');
  },
);

const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), options.from);
try {
  const { manifest, ...without } = await restoreBackup({ folder, force: options.force, print });
  const { documents, events, files } = manifest.counts;
  print(
    `restored ${documents} documents, ${events} events and ${files} files; start the services.`,
  );
  if (without.withoutEvents)
    print(
      'its events were left out (no NATS here): after the start, an administrator of each space asks ' +
        'for POST /api/v1/tasks/repair and POST /api/v1/search/rebuild.',
    );
  if (without.withoutKeys)
    print('keys come from the environment: it needs the ENGAWA_SECRET_KEY of the backup’s time.');
} catch (error) {
  console.error(`engawa  not restored: ${error.message}`);
  process.exitCode = 1;
}
