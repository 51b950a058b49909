// Restores a backup into a stopped installation.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkFiles, filesOf, readManifest } from './manifest.mjs';
import { readLines } from './archive.mjs';
import { openDatabases } from './databases.mjs';
import { openEvents } from './events.mjs';
import { openPlace } from './place.mjs';
import { stopOnSignals } from '../tools/processes.mjs';

/**
 * Restores the backup in `folder`; resolves to its manifest and what could not be restored. Nothing
 * is changed before the whole backup is verified. A non-empty installation is rejected without
 * `force`.
 */
export async function restoreBackup({ folder, force, print }) {
  const manifest = readManifest(folder);
  print(`checking the backup of ${manifest.madeAt} …`);
  await checkFiles(folder, filesOf(manifest));
  for await (const file of readLines(path.join(folder, manifest.files.file)))
    await checkFiles(folder, [file]);

  const interruption = stopOnSignals(() =>
    print('interrupted: restore again, with --force if the installation is not empty.'),
  );
  const opened = [];
  try {
    const namespace = process.env.ENGAWA_NAMESPACE;
    const replicas = Number(process.env.NATS_REPLICAS ?? 1);
    const place = await openPlace({ copyTo: null, print });
    opened.push(place);
    const databases = await openDatabases({ uri: place.mongoUri, namespace });
    opened.push(databases);
    const events = place.natsUrl
      ? await openEvents({ url: place.natsUrl, namespace, replicas })
      : null;
    if (events) opened.push(events);

    await refuseUnlessEmpty({ place, databases, events, manifest, folder, force });
    if (force) {
      await databases.clear();
      await events?.clear();
      await place.files.clear();
    }
    print('restoring the databases …');
    await databases.load(folder, manifest.databases);
    for (const stream of (events && manifest.events) ?? [])
      await events.write(stream, readLines(path.join(folder, stream.file)));
    print(`restoring ${manifest.counts.files} files …`);
    for await (const { key, file, ...facts } of readLines(path.join(folder, manifest.files.file)))
      await place.files.put(key, path.join(folder, file), { ...facts, size: facts.bytes });
    const here = !process.env.MONGODB_URI;
    if (here) {
      mkdirSync(place.dataDir, { recursive: true });
      for (const { file } of [manifest.keys, manifest.demo].filter(Boolean))
        writeFileSync(path.join(place.dataDir, file), readFileSync(path.join(folder, file)), {
          mode: 0o600,
        });
    }
    return {
      manifest,
      withoutKeys: !(here && manifest.keys),
      withoutEvents: manifest.counts.events > 0 && !events,
    };
  } catch (error) {
    // The interruption caused it, and ends the process.
    await interruption();
    throw error;
  } finally {
    while (opened.length > 0) await opened.pop().close();
  }
}

async function refuseUnlessEmpty({ place, databases, events, manifest, folder, force }) {
  const found = await databases.findContents();
  const { words, inUse } = (await events?.findContents()) ?? { words: [], inUse: false };
  if (inUse)
    throw new Error('services are reading this installation’s events: stop them all first.');
  found.push(...words);
  for await (const { key } of place.files.list()) {
    found.push(`files, such as ${key}`);
    break;
  }
  const keys = path.join(place.dataDir, 'keys.json');
  if (!process.env.MONGODB_URI && manifest.keys && existsSync(keys)) {
    const same = readFileSync(keys).equals(readFileSync(path.join(folder, manifest.keys.file)));
    if (!same) found.push(`other keys in ${keys}`);
  }
  if (found.length === 0 || force) return;
  const shown = found.slice(0, 5).join(', ') + (found.length > 5 ? ', …' : '');
  throw new Error(`the installation is not empty: ${shown}. With --force all of it is deleted.`);
}
