import { doc, int32, isDoc, type Doc } from '../bson/bson-value';
import { badValue, MongoError } from '../mongo-error';
import { showValue } from '../query/shell-text';
import { Slices } from '../plan/slices';
import { streamOf } from '../plan/result-stream';
import type { IndexMeta } from '../storage/catalog';
import {
  prefixRange,
  recordOfDocumentKey,
  type Collection,
  type RecordId,
} from '../storage/collection';
import type { Database } from '../storage/database';
import type { CommandContext } from './command-context';
import { batchSizeOf, openCursor } from './cursor.commands';
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
  const given = context.array('indexes');
  if (!given) throw context.missing('indexes');
  if (given.length === 0) throw badValue('Must specify at least one index to create');
  const specs = given.map((spec, i) => {
    if (!isDoc(spec)) throw context.wrongType(`indexes.${i}`, spec, 'object');
    return normalise(spec);
  });
  const database = engine.obtain(db);
  const created = database.collection(name) === null;
  const started = await database.store.write(() => {
    const collection = database.obtain(name);
    const { meta } = collection;
    const before = meta.indexes.length;
    const fresh: IndexMeta[] = [];
    for (const spec of specs) {
      if (existing([...meta.indexes, ...fresh], spec)) continue;
      fresh.push(database.catalog.newIndex(spec, meta.count === 0));
    }
    if (before + fresh.length > MAX_INDEXES)
      throw new MongoError(67, `add index fails, too many indexes for ${db}.${name}`);
    meta.indexes = [...meta.indexes, ...fresh];
    if (fresh.length > 0) database.catalog.save(meta);
    return { collection, fresh, before };
  });
  try {
    await buildIndexes(
      database,
      started.collection,
      started.fresh.filter((index) => !index.ready),
    );
  } catch (error) {
    await removeIndexes(database, started.collection, started.fresh);
    throw error;
  }
  return doc({
    numIndexesBefore: int32(created ? 1 : started.before),
    numIndexesAfter: int32(started.collection.meta.indexes.length),
    createdCollectionAutomatically: created,
    note: started.fresh.length === 0 ? 'all indexes already exist' : undefined,
    ok: 1,
  });
}

/** Fills new indexes in slices, while writers already maintain them. */
async function buildIndexes(
  { store, catalog }: Database,
  collection: Collection,
  indexes: readonly IndexMeta[],
): Promise<void> {
  if (indexes.length === 0) return;
  const slices = new Slices();
  let after: Buffer | undefined;
  for (;;) {
    const records: RecordId[] = [];
    const documents = prefixRange(collection.meta.id);
    for (const key of store.keys(store.documents, documents, false, after)) {
      records.push(recordOfDocumentKey(key));
      after = key;
      if (records.length >= RECORDS_PER_STEP) break;
    }
    if (records.length === 0) break;
    await store.writeEach(records, (record) => {
      collection.assertWalkable(null);
      for (const index of indexes) collection.indexRecord(index, record);
    });
    await slices.pause();
  }
  await store.write(() => {
    for (const index of indexes) index.ready = true;
    catalog.save(collection.meta);
  });
}

async function removeIndexes(
  database: Database,
  collection: Collection,
  indexes: readonly IndexMeta[],
): Promise<void> {
  if (indexes.length === 0) return;
  await database.store.write(() => {
    collection.meta.indexes = collection.meta.indexes.filter((index) => !indexes.includes(index));
    for (const index of indexes) database.catalog.discard(index.id, 'entries');
    database.catalog.save(collection.meta);
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
  return openCursor(
    context,
    `${db}.${name}`,
    streamOf(specs),
    batchSizeOf(context) ?? specs.length + 1,
  );
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
  await removeIndexes(database!, collection, dropped);
  return doc({ nIndexesWas: int32(before), ok: 1 });
}
