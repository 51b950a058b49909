// The order in which an installation in use is read, so that its parts are consistent with each
// other.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { stopOnSignals } from '../tools/processes.mjs';
import { workspace } from '../tools/workspace.mjs';
import { toLine, writeFileFrom } from './archive.mjs';
import { openDatabases } from './databases.mjs';
import { openEvents } from './events.mjs';
import { FORMAT, MANIFEST, writeManifest } from './manifest.mjs';
import { openPlace } from './place.mjs';

const keyNames = ['ENGAWA_TOKEN_PRIVATE_KEY', 'ENGAWA_TOKEN_PUBLIC_KEYS', 'ENGAWA_SECRET_KEY'];

/** How `place.cut` makes reads of several collections consistent. */
const cutsOfPlace = {
  snapshot: { oneMoment: true, how: 'a copy of the database file' },
  still: { oneMoment: true, how: 'no service runs' },
};

/**
 * Makes a backup in `folder`, which must be missing or empty; resolves to its manifest. A failed
 * or interrupted backup leaves no folder behind.
 */
export async function makeBackup({ folder, withKeys, print }) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const interruption = stopOnSignals(() => {
    if (existsSync(path.join(folder, MANIFEST))) return;
    // Retried, because files that are being opened may still appear.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    print('interrupted: no backup was made.');
  });
  const opened = [];
  try {
    return await read();
  } catch (error) {
    // The interruption caused it, and ends the process.
    await interruption();
    while (opened.length > 0) await opened.pop().close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    while (opened.length > 0) await opened.pop().close();
  }

  async function read() {
    const namespace = process.env.ENGAWA_NAMESPACE;
    const replicas = Number(process.env.NATS_REPLICAS ?? 1);
    let events = null;
    // Before the cut: the cut's documents contain every event up to here, delivered or not.
    let before = [];
    let began = new Date().toISOString();
    // Files are copied before the cut, because one that its documents name may be moved or deleted
    // after it, and again at the end, because what is read later may name a newer one.
    let files = null;
    const place = await openPlace({
      copyTo: path.join(folder, '.database'),
      print,
      beforeCopy: async ({ natsUrl: url, files: store }) => {
        files = new FilesCopy(store, folder);
        await files.copyNew();
        // Quick: what was written during the first pass.
        await files.copyNew();
        if (!url) return;
        events = await openEvents({ url, namespace, replicas });
        opened.push(events);
        before = await events.end();
        began = new Date().toISOString();
      },
    });
    opened.push(place);
    const databases = await openDatabases({ uri: place.mongoUri, namespace });
    opened.push(databases);
    const { oneMoment, how } = place.cut === 'ask' ? await databases.cut() : cutsOfPlace[place.cut];
    print(
      oneMoment
        ? `databases are read at one moment (${how})`
        : `databases are not read at one moment (${how}): see "Backup and restore" in the docs`,
    );
    await files.copyNew();
    const late = await lateEvents(events, before, began);

    const dumped = await databases.dump(folder, (service, document) =>
      late.look(service, document),
    );
    const streams = [];
    for (const stream of before) {
      const file = `events/${stream.name}.ndjson.gz`;
      let messages = 0;
      const lines = async function* () {
        for await (const message of events.read(stream)) {
          messages += 1;
          yield toLine(message);
        }
        for (const message of late.inTheCut(stream.name)) {
          messages += 1;
          yield toLine(message);
        }
      };
      const facts = await writeFileFrom(path.join(folder, file), Readable.from(lines()), {
        compress: true,
      });
      const { name, config, consumers } = stream;
      streams.push({ name, config, consumers, messages, file, ...facts });
    }
    await files.copyNew();
    const fileIndex = await files.writeIndex();
    const manifest = {
      format: FORMAT,
      version: JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8')).version,
      madeAt: new Date().toISOString(),
      consistency: oneMoment ? 'one-moment' : 'as-read',
      consistencyReason: how,
      counts: {
        documents: sum(Object.values(dumped).flatMap(Object.values), ({ documents: n }) => n),
        events: sum(streams, ({ messages }) => messages),
        files: fileIndex.count,
      },
      databases: dumped,
      events: events ? streams : null,
      files: fileIndex,
      keys: await copyKeys(place, folder, withKeys),
      demo: await copyDemoMark(place, folder),
    };
    writeManifest(folder, manifest);
    return manifest;
  }
}

/**
 * Selects events that were published during the cut: those whose change is in the cut's documents
 * belong to the backup, later ones do not.
 */
class LateEvents {
  /** By service. */
  messages = new Map();
  /** By service, then by aggregate: its version in the cut, 0 without such a document. */
  versions = new Map();

  /** `began`: start of the cut, as an instant in the format of events. */
  constructor(began) {
    this.began = began;
  }

  add(service, message) {
    const list = this.messages.get(service) ?? [];
    this.messages.set(service, [...list, message]);
    const versions = this.versions.get(service) ?? new Map();
    for (const event of eventsOf(message)) versions.set(keyOf(event), 0);
    this.versions.set(service, versions);
  }

  look(service, document) {
    const versions = this.versions.get(service);
    if (!versions) return;
    const { space, id, version, edition } = document();
    const key = `${space}/${id}`;
    if (versions.has(key)) versions.set(key, Math.max(versions.get(key), edition ?? version));
  }

  /** The messages without the events after the cut. */
  inTheCut(service) {
    const versions = this.versions.get(service);
    return (this.messages.get(service) ?? []).flatMap((message) => {
      const events = eventsOf(message).filter((event) => this.holds(versions, event));
      if (events.length === 0) return [];
      return [{ ...message, data: Array.isArray(message.data) ? events : events[0] }];
    });
  }

  holds(versions, event) {
    const version = versions.get(keyOf(event));
    if (version > 0) return version >= event.version;
    // Lines of the audit log and deleted entities have no document.
    const hasNone = event.aggregate.type === 'audit' || event.version > 1;
    return hasNone && event.at <= this.began;
  }
}

/** A message carries one event or a batch (libs/events). */
const eventsOf = ({ data }) => [data].flat();
const keyOf = ({ space, aggregate }) => `${space}/${aggregate.id}`;

async function lateEvents(events, before, began) {
  const late = new LateEvents(began);
  for (const { name, last } of events ? await events.end() : []) {
    const known = before.find((stream) => stream.name === name);
    if (!known || name === 'dead' || name === 'replay') continue;
    for await (const message of events.read({ name, after: known.last, last }))
      late.add(name, message);
  }
  return late;
}

/** Copies the files of an installation in several passes; the backup holds their union. */
class FilesCopy {
  /** By key: version in the store and line of the index. */
  copied = new Map();

  constructor(store, folder) {
    this.store = store;
    this.folder = folder;
  }

  /** Copies files that were not yet copied in this version. */
  async copyNew() {
    for await (const { key, version } of this.store.list()) {
      if (this.copied.get(key)?.version === version) continue;
      const opened = await this.store.open(key);
      if (!opened) continue;
      const file = `files/content/${key}`;
      const facts = await writeFileFrom(path.join(this.folder, file), opened.stream);
      const line = { key, file, contentType: opened.contentType, ...facts };
      this.copied.set(key, { version, line });
    }
  }

  async writeIndex() {
    const lines = [...this.copied.values()].map(({ line }) => line);
    const file = 'files/index.ndjson.gz';
    const facts = await writeFileFrom(
      path.join(this.folder, file),
      Readable.from(lines.map(toLine)),
      { compress: true },
    );
    return { count: lines.length, content: sum(lines, ({ bytes }) => bytes), file, ...facts };
  }
}

/** Saves the keys of `npm start` always, those of the environment on request. */
async function copyKeys(place, folder, withKeys) {
  const own = path.join(place.dataDir, 'keys.json');
  if (withKeys && keyNames.every((name) => process.env[name])) {
    const keys = Object.fromEntries(keyNames.map((name) => [name, process.env[name]]));
    return { file: 'keys.json', ...(await writeText(folder, 'keys.json', JSON.stringify(keys))) };
  }
  if (existsSync(own) && (withKeys || !process.env.MONGODB_URI)) return copyOf(own, folder);
  if (withKeys) throw new Error(`--with-keys needs ${keyNames.join(', ')} in the environment`);
  return null;
}

/** Records that `npm start` has already filled the demo spaces. */
async function copyDemoMark(place, folder) {
  const mark = path.join(place.dataDir, 'demo.json');
  return !process.env.MONGODB_URI && existsSync(mark) ? copyOf(mark, folder) : null;
}

async function copyOf(file, folder) {
  const name = path.basename(file);
  return { file: name, ...(await writeText(folder, name, readFileSync(file, 'utf8'))) };
}

function writeText(folder, name, text) {
  return writeFileFrom(path.join(folder, name), Readable.from([text]));
}

function sum(list, of) {
  return list.reduce((total, each) => total + of(each), 0);
}
