import { doc, int32, isDoc, typeName, type Doc } from '../bson/bson-value';
import { badValue, MongoError, typeMismatch } from '../mongo-error';
import { showDocument, showValue } from '../query/shell-text';
import { Slices } from '../plan/document-source';
import { samePattern } from '../plan/planner';
import { ListStream } from '../plan/result-stream';
import type { IndexMeta } from '../storage/catalog';
import {
  prefixRange,
  recordOfDocumentKey,
  type Collection,
  type RecordId,
} from '../storage/collection';
import type { CommandContext } from './command-context';
import { batchSizeOf, openCursor } from './cursor.commands';
import type { Engine } from './engine';
import { existing, normalise } from './index-spec';
import { writtenCollection } from './write-request';

const MAX_INDEXES = 64;

/** Documents per step of an index build. */
const RECORDS_PER_COMMIT = 2000;

/** Longest part of a shared commit that an index build may use. */
const COMMIT_SHARE_MS = 10;

export async function createIndexesCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  const given = context.array('indexes');
  if (!given)
    throw new MongoError(
      40414,
      "BSON field 'createIndexes.indexes' is missing but a required field",
    );
  if (given.length === 0) throw badValue('Must specify at least one index to create');
  const specs = given.map((spec, i) => {
    if (!isDoc(spec)) throw context.wrongType(`indexes.${i}`, spec, 'object');
    return normalise(spec);
  });
  const created = engine.collection(db, name) === null;
  const started = await engine.store.write(() => {
    const collection = engine.obtain(db, name);
    const { meta } = collection;
    const before = meta.indexes.length;
    const fresh: IndexMeta[] = [];
    for (const spec of specs) {
      if (existing(meta.indexes, spec)) continue;
      if (meta.indexes.length >= MAX_INDEXES) {
        meta.indexes = meta.indexes.filter((index) => !fresh.includes(index));
        throw new MongoError(
          67,
          `add index fails, too many indexes for ${db}.${name} key:${showValue(spec.get('key')!)}`,
        );
      }
      const index = engine.catalog.newIndex(spec, meta.count === 0);
      fresh.push(index);
      meta.indexes = [...meta.indexes, index];
    }
    if (fresh.length > 0) engine.catalog.save(meta);
    return { collection, fresh, before };
  });
  try {
    await buildIndexes(
      engine,
      started.collection,
      started.fresh.filter((index) => !index.ready),
    );
  } catch (error) {
    await removeIndexes(engine, started.collection, started.fresh);
    throw error;
  }
  const reply = doc({
    numIndexesBefore: int32(created ? 1 : started.before),
    numIndexesAfter: int32(started.collection.meta.indexes.length),
    createdCollectionAutomatically: created,
    ok: 1,
  });
  if (started.fresh.length === 0) {
    reply.delete('ok');
    reply.set('note', 'all indexes already exist');
    reply.set('ok', 1);
  }
  return reply;
}

/** Fills new indexes in slices, while writers already maintain them. */
async function buildIndexes(
  engine: Engine,
  collection: Collection,
  indexes: readonly IndexMeta[],
): Promise<void> {
  if (indexes.length === 0) return;
  const slices = new Slices();
  let after: Buffer | undefined;
  for (;;) {
    const records: RecordId[] = [];
    for (const key of engine.store.keys(
      engine.store.documents,
      prefixRange(collection.meta.id),
      false,
      after,
    )) {
      records.push(recordOfDocumentKey(key));
      after = key;
      if (records.length >= RECORDS_PER_COMMIT) break;
    }
    if (records.length === 0) break;
    for (let at = 0; at < records.length;) {
      at = await engine.store.write(() => {
        collection.assertWalkable(null);
        const start = performance.now();
        let i = at;
        for (; i < records.length && (i === at || performance.now() - start < COMMIT_SHARE_MS); i++)
          for (const index of indexes) collection.indexRecord(index, records[i]!);
        return i;
      });
    }
    await slices.pause();
  }
  await engine.store.write(() => {
    for (const index of indexes) index.ready = true;
    engine.catalog.save(collection.meta);
  });
}

async function removeIndexes(
  engine: Engine,
  collection: Collection,
  indexes: readonly IndexMeta[],
): Promise<void> {
  if (indexes.length === 0) return;
  await engine.store.write(() => {
    collection.meta.indexes = collection.meta.indexes.filter((index) => !indexes.includes(index));
    for (const index of indexes) engine.catalog.discard(index.id, 'entries');
    engine.catalog.save(collection.meta);
  });
  engine.cleanUp();
}

export async function listIndexesCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  const collection = engine.collection(db, name);
  if (!collection) throw new MongoError(26, `ns does not exist: ${db}.${name}`);
  const specs = collection.meta.indexes.filter(({ ready }) => ready).map(({ spec }) => spec);
  return openCursor(
    context,
    `${db}.${name}`,
    new ListStream(specs),
    batchSizeOf(context) ?? specs.length + 1,
  );
}

export async function dropIndexesCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = writtenCollection(context);
  const collection = engine.collection(db, name);
  if (!collection) throw new MongoError(26, `ns not found ${db}.${name}`);
  const before = collection.meta.indexes.length;
  const which = body.get('index');
  if (which === undefined)
    throw new MongoError(40414, "BSON field 'dropIndexes.index' is missing but a required field");
  const idName = collection.meta.indexes[0]!.name;
  const droppable = collection.meta.indexes.slice(1);
  let dropped: IndexMeta[];
  if (which === '*') dropped = droppable;
  else if (typeof which === 'string' || Array.isArray(which)) {
    dropped = (Array.isArray(which) ? which : [which]).map((wanted) => {
      if (wanted === idName) throw new MongoError(72, 'cannot drop _id index');
      const found = droppable.find((index) => index.name === wanted);
      if (!found) throw new MongoError(27, `index not found with name [${String(wanted)}]`);
      return found;
    });
  } else if (isDoc(which)) {
    if (which.size === 1 && which.has('_id')) throw new MongoError(72, 'cannot drop _id index');
    const found = droppable.find((index) => samePattern(index.spec.get('key') as Doc, which));
    if (!found) throw new MongoError(27, `can't find index with key: ${showDocument(which)}`);
    dropped = [found];
  } else
    throw typeMismatch(
      `BSON field 'dropIndexes.index' is the wrong type '${typeName(which)}', expected types '[string, object, array]'`,
    );
  await removeIndexes(engine, collection, dropped);
  const reply = doc({ nIndexesWas: int32(before) });
  if (which === '*') reply.set('msg', 'non-_id indexes dropped for collection');
  reply.set('ok', 1);
  return reply;
}
