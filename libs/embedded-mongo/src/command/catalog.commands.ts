import { doc, int32, intOrLong, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { streamOf } from '../plan/result-stream';
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

/** `drop`; a missing collection is no error. */
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

/** `dropDatabase`. */
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

/** `listCollections`, with `filter` and `nameOnly`. */
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
    streamOf(found),
    batchSizeOf(context) ?? found.length + 1,
  );
}

/** `listDatabases`. @throws MongoError 13 outside of the admin database */
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
