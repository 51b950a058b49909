import { doc, int32, intOrLong, MongoError, type Doc } from '@engawa/mongo-semantics';
import { assertInTime } from '../plan/deadline';
import { Slices } from '../plan/document-source';
import { prefixRange, recordOfDocumentKey, recordOfEntry } from '../storage/collection';
import type { CommandContext } from './command-context';

/**
 * Counts documents and index entries and holds them against what the catalog says; with `full` also reads every
 * document, and looks whether what each entry points to exists.
 */
export async function validateCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const collection = engine.collection(db, context.collectionName());
  if (!collection)
    throw new MongoError(
      26,
      `Collection '${db}.${context.collectionName()}' does not exist to validate.`,
    );
  const full = context.boolean('full');
  if (full && context.boolean('background'))
    throw new MongoError(
      72,
      'Running the validate command with both { background: true } and { full: true } is not supported.',
    );
  const errors: string[] = [];
  const { meta } = collection;
  const { version } = meta;
  const slices = new Slices();
  const count = async (
    tree: typeof engine.store.documents,
    id: number,
    check: (key: Buffer) => string | null,
  ): Promise<number> => {
    let n = 0;
    let last: Buffer | undefined;
    for (let more = true; more;) {
      more = false;
      for (const key of engine.store.keys(tree, prefixRange(id), false, last)) {
        n++;
        last = key;
        const error = full && meta.version === version ? check(key) : null;
        if (error && errors.length < 100) errors.push(error);
        more = slices.due();
        if (more) break;
      }
      if (more) await slices.pause();
      assertInTime(context.deadline);
      collection.assertWalkable(null);
    }
    return n;
  };
  const records = await count(engine.store.documents, meta.id, (key) => {
    const record = recordOfDocumentKey(key);
    return collection.load(record) ? null : `record ${record} cannot be read`;
  });
  // What is written meanwhile is counted in part.
  if (records !== meta.count && meta.version === version)
    errors.push(`the catalog says ${meta.count} documents, there are ${records}`);
  const keysPerIndex: Doc = new Map();
  const indexDetails: Doc = new Map();
  for (const index of meta.indexes.filter(({ ready }) => ready)) {
    const keys = await count(engine.store.entries, index.id, (entry) =>
      collection.read(recordOfEntry(entry))
        ? null
        : `index ${index.name} points to record ${recordOfEntry(entry)}, which does not exist`,
    );
    keysPerIndex.set(index.name, intOrLong(keys));
    indexDetails.set(index.name, doc({ valid: true }));
  }
  return doc({
    ns: collection.namespace,
    nInvalidDocuments: int32(0),
    nrecords: intOrLong(records),
    nIndexes: int32(meta.indexes.length),
    keysPerIndex,
    indexDetails,
    valid: errors.length === 0,
    repaired: false,
    warnings: [],
    errors,
    extraIndexEntries: [],
    missingIndexEntries: [],
    corruptRecords: [],
    ok: 1,
  });
}

export function dataSizeCommand(context: CommandContext): Doc {
  const namespace = context.string('dataSize') ?? '';
  const dot = namespace.indexOf('.');
  if (dot < 1) throw new MongoError(73, `Invalid namespace specified '${namespace}'`);
  const meta = context.engine.collection(namespace.slice(0, dot), namespace.slice(dot + 1))?.meta;
  return doc({
    size: intOrLong(meta?.bytes ?? 0),
    numObjects: intOrLong(meta?.count ?? 0),
    millis: int32(0),
    ok: 1,
  });
}

/** Tells that nothing is profiled; profiling itself is refused. */
export function profileCommand(context: CommandContext): Doc {
  const level = context.integer('profile') ?? -1;
  if (level > 0) throw new MongoError(115, 'profiling is not supported');
  return doc({ was: int32(0), slowms: int32(100), sampleRate: 1, ok: 1 });
}
