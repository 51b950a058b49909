import { doc, int32, type Doc } from '../bson/bson-value';
import { badValue, MongoError } from '../mongo-error';
import { showValue } from '../query/shell-text';
import { Slices } from '../plan/slices';
import { streamOf } from '../plan/result-stream';
import type { IndexMeta } from '../storage/catalog';
import { prefixRange, recordOfDocumentKey, type Collection } from '../storage/collection';
import type { Database } from '../storage/database';
import type { CommandContext } from './command-context';
import { batchSizeOf, openCursor } from './cursor.command';
import { existing, normalise } from './index-definition';
import { writtenCollection } from './write-request';

const MAX_INDEXES = 64;

/** Documents per step of an index build. */
const RECORDS_PER_STEP = 2000;

/**
 * `createIndexes`. @throws MongoError 85 or 86 for a conflict with an existing index, 11000 for
 * duplicates
 */
export async function createIndexesCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  const specs = [...context.documents('indexes')].map(({ document }) => normalise(document));
  if (specs.length === 0) throw badValue('Must specify at least one index to create');
  const database = engine.obtain(db);
  const created = database.collection(name) === null;
  const { collection, unfinished, before } = await database.store.write(() => {
    const collection = database.obtain(name);
    const { meta } = collection;
    const before = meta.indexes.length;
    const indexes = [...meta.indexes];
    const unfinished = new Set<IndexMeta>();
    for (const spec of specs) {
      let index = existing(indexes, spec);
      if (!index) indexes.push((index = database.catalog.newIndex(spec, meta.count === 0)));
      // Also one that another command builds, or whose build failed and could not be removed.
      if (!index.ready) unfinished.add(index);
    }
    if (indexes.length > MAX_INDEXES)
      throw new MongoError(67, `add index fails, too many indexes for ${db}.${name}`);
    meta.indexes = indexes;
    if (indexes.length > before) database.catalog.save(meta);
    return { collection, unfinished: [...unfinished], before };
  });
  try {
    await buildIndexes(database, collection, unfinished);
  } catch (error) {
    const ids = unfinished.map(({ id }) => id);
    await removeIndexes(database, name, ({ id, ready }) => !ready && ids.includes(id));
    throw error;
  }
  return doc({
    numIndexesBefore: int32(created ? 1 : before),
    numIndexesAfter: int32(collection.meta.indexes.length),
    createdCollectionAutomatically: created,
    note: collection.meta.indexes.length === before ? 'all indexes already exist' : undefined,
    ok: 1,
  });
}

/** Fills new indexes in slices, while writers maintain them. @throws MongoError 175 when dropped */
async function buildIndexes(
  { store, catalog }: Database,
  collection: Collection,
  indexes: readonly IndexMeta[],
): Promise<void> {
  if (indexes.length === 0) return;
  // A failed commit replaces the objects of all indexes.
  const current = (): IndexMeta[] => indexes.map((index) => collection.assertWalkable(index)!);
  const slices = new Slices();
  const range = prefixRange(collection.meta.id);
  for (let after: Buffer | undefined; ;) {
    const keys = store.firstKeys('documents', range, RECORDS_PER_STEP, after);
    if (keys.length === 0) break;
    after = keys.at(-1);
    await store.writeEach(keys, (key) => {
      for (const index of current()) collection.indexRecord(index, recordOfDocumentKey(key));
    });
    await slices.pause();
  }
  await store.write(() => {
    for (const index of current()) index.ready = true;
    catalog.save(collection.meta);
  });
}

async function removeIndexes(
  database: Database,
  name: string,
  isRemoved: (index: IndexMeta) => boolean,
): Promise<void> {
  await database.store.write(() => {
    const meta = database.catalog.find(name);
    if (!meta) return;
    for (const index of meta.indexes)
      if (isRemoved(index)) database.catalog.discard(index.id, 'entries');
    meta.indexes = meta.indexes.filter((index) => !isRemoved(index));
    database.catalog.save(meta);
  });
  database.cleanUp();
}

/** `listIndexes`. @throws MongoError 26 for a missing collection */
export async function listIndexesCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  const collection = engine.collection(db, name);
  if (!collection) throw new MongoError(26, `ns does not exist: ${db}.${name}`);
  const specs = collection.meta.indexes.filter(({ ready }) => ready).map(({ spec }) => spec);
  const batchSize = batchSizeOf(context) ?? specs.length + 1;
  return openCursor(context, `${db}.${name}`, streamOf(specs), batchSize);
}

/** `dropIndexes`. @throws MongoError 26 for a missing collection, 27 for a missing index */
export async function dropIndexesCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = writtenCollection(context);
  const database = engine.database(db);
  const collection = database?.collection(name);
  if (!collection) throw new MongoError(26, `ns not found ${db}.${name}`);
  const before = collection.meta.indexes.length;
  const which = body.get('index');
  if (which === undefined) throw context.missing('index');
  const [idIndex, ...others] = collection.meta.indexes as [IndexMeta, ...IndexMeta[]];
  if (which === idIndex.name) throw new MongoError(72, 'cannot drop _id index');
  const dropped = which === '*' ? others : others.filter((index) => index.name === which);
  if (which !== '*' && dropped.length === 0)
    throw new MongoError(27, `index not found with name [${showValue(which)}]`);
  await removeIndexes(database!, name, ({ id }) => dropped.some((index) => index.id === id));
  return doc({ nIndexesWas: int32(before), ok: 1 });
}
