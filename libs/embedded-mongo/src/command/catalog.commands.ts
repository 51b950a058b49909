import { doc, int32, intOrLong, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { assertInTime } from '../plan/deadline';
import { Slices } from '../plan/document-source';
import { ListStream } from '../plan/result-stream';
import { prefixRange } from '../storage/collection';
import type { CommandContext } from './command-context';
import { batchSizeOf, openCursor } from './cursor.commands';
import { assertDatabaseName } from './engine';
import { writtenCollection } from './write-request';

/**
 * Creating an existing collection with the same options succeeds, as since MongoDB 7.0; there are
 * no options here.
 */
export async function createCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  await engine.store.write(() => engine.obtain(db, name));
  return doc({ ok: 1 });
}

export async function dropCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  const indexes = await engine.store.write(() => {
    const meta = engine.catalog.find(db, name);
    if (!meta) return null;
    engine.catalog.drop(meta);
    return meta.indexes.length;
  });
  engine.cursors.removeNamespace(`${db}.${name}`);
  engine.cleanUp();
  // Since 7.0, dropping a missing collection is not an error.
  if (indexes === null) return doc({ ok: 1 });
  return doc({ nIndexesWas: int32(indexes), ns: `${db}.${name}`, ok: 1 });
}

export async function dropDatabaseCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  assertDatabaseName(db);
  const metas = await engine.store.write(() => {
    const found = engine.catalog.list(db);
    for (const meta of found) engine.catalog.drop(meta);
    return found;
  });
  for (const meta of metas) engine.cursors.removeNamespace(`${meta.db}.${meta.name}`);
  engine.cleanUp();
  return metas.length === 0 ? doc({ ok: 1 }) : doc({ dropped: db, ok: 1 });
}

/** The documents that the command's `filter` accepts, by their names alone with `nameOnly`. */
function listed(
  context: CommandContext,
  documents: readonly Doc[],
  names: readonly string[],
): Doc[] {
  const { matches } = parseFilter(context.document('filter') ?? new Map());
  const found = documents.filter((document) => matches(document));
  if (!context.boolean('nameOnly')) return found;
  return found.map((document) => new Map(names.map((name) => [name, document.get(name)!])));
}

export async function listCollectionsCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const documents = engine.catalog.list(db).map(({ name, indexes }) =>
    doc({
      name,
      type: 'collection',
      options: doc({}),
      info: doc({ readOnly: false }),
      idIndex: indexes[0]!.spec,
    }),
  );
  const found = listed(context, documents, ['name', 'type']);
  return openCursor(
    context,
    `${db}.$cmd.listCollections`,
    new ListStream(found),
    batchSizeOf(context) ?? found.length + 1,
  );
}

export function listDatabasesCommand(context: CommandContext): Doc {
  const { engine } = context;
  if (context.db !== 'admin')
    throw new MongoError(13, 'listDatabases may only be run against the admin database.');
  const sizes = new Map<string, number>();
  for (const { db, bytes } of engine.catalog.list()) sizes.set(db, (sizes.get(db) ?? 0) + bytes);
  const documents = [...sizes].map(([name, bytes]) =>
    doc({ name, sizeOnDisk: intOrLong(bytes), empty: false }),
  );
  const databases: Value[] = listed(context, documents, ['name']);
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  return doc({ databases, totalSize: intOrLong(total), ok: 1 });
}

/** Counts and sizes in bytes, those of indexes by their keys. @throws MongoError 2 for a scale below 1 */
export async function collStatsCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  const scale = context.integer('scale') ?? 1;
  if (!(scale >= 1)) throw new MongoError(2, `scale must be at least 1, but is ${scale}`);
  const scaled = (bytes: number): Value => intOrLong(Math.floor(bytes / scale));
  const { count = 0, bytes = 0, indexes = [] } = engine.catalog.find(db, name) ?? {};
  const sizes: [string, number][] = [];
  for (const index of indexes) {
    let size = 0;
    await eachKey(context, index.id, (key) => (size += key.length));
    sizes.push([index.name, size]);
  }
  const indexBytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  return doc({
    ns: `${db}.${name}`,
    size: scaled(bytes),
    count: intOrLong(count),
    ...(count > 0 ? { avgObjSize: intOrLong(Math.floor(bytes / count)) } : {}),
    storageSize: scaled(bytes),
    nindexes: int32(sizes.length),
    totalIndexSize: scaled(indexBytes),
    totalSize: scaled(bytes + indexBytes),
    indexSizes: new Map(sizes.map(([index, size]) => [index, scaled(size)])),
    scaleFactor: intOrLong(scale),
    ok: 1,
  });
}

/** Visits the keys of an index in slices. */
async function eachKey(
  { engine, deadline }: CommandContext,
  index: number,
  visit: (key: Buffer) => void,
): Promise<void> {
  const slices = new Slices();
  let after: Buffer | undefined;
  for (let more = true; more;) {
    more = false;
    for (const key of engine.store.keys(engine.store.entries, prefixRange(index), false, after)) {
      visit(key);
      after = key;
      more = slices.due();
      if (more) break;
    }
    if (more) await slices.pause();
    assertInTime(deadline);
  }
}
