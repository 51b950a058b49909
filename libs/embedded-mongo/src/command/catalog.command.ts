import { doc, int32, intOrLong, type Doc, type Value } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { streamOf } from '../plan/result-stream';
import type { CommandContext } from './command-context';
import { batchSizeOf, openCursor } from './cursor.command';
import { writtenCollection } from './write-request';

/** `create`; an existing collection is no error, as since MongoDB 7.0. There are no options. */
export async function createCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  const database = engine.obtain(db);
  await database.store.write(() => database.obtain(name));
  return doc({ ok: 1 });
}

/** `drop`; a missing collection is no error, as since MongoDB 7.0. */
export async function dropCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  const indexes = await engine.database(db)?.drop(name);
  if (indexes === undefined) return doc({ ok: 1 });
  return doc({ nIndexesWas: int32(indexes), ns: `${db}.${name}`, ok: 1 });
}

/** `dropDatabase`. */
export async function dropDatabaseCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  return (await engine.drop(db)) ? doc({ dropped: db, ok: 1 }) : doc({ ok: 1 });
}

/** The documents that the command's `filter` accepts, by their names alone with `nameOnly`. */
function listed(context: CommandContext, documents: readonly Doc[], names: string[]): Doc[] {
  const { matches } = parseFilter(context.document('filter') ?? new Map());
  const found = documents.filter((document) => matches(document));
  if (!context.boolean('nameOnly')) return found;
  return found.map((document) => new Map(names.map((name) => [name, document.get(name)!])));
}

/** `listCollections`, with `filter` and `nameOnly`. */
export async function listCollectionsCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const documents = (engine.database(db)?.catalog.list() ?? []).map(({ name, indexes }) =>
    doc({
      name,
      type: 'collection',
      options: doc({}),
      info: doc({ readOnly: false }),
      idIndex: indexes[0]!.spec,
    }),
  );
  const found = listed(context, documents, ['name', 'type']);
  const batchSize = batchSizeOf(context) ?? found.length + 1;
  return openCursor(context, `${db}.$cmd.listCollections`, streamOf(found), batchSize);
}

/** `listDatabases`. @throws MongoError 13 outside of the admin database */
export function listDatabasesCommand(context: CommandContext): Doc {
  const { engine } = context;
  if (context.db !== 'admin')
    throw new MongoError(13, 'listDatabases may only be run against the admin database.');
  let total = 0;
  const documents = engine.list().map((database) => {
    const bytes = database.sizeOnDisk();
    total += bytes;
    return doc({ name: database.name, sizeOnDisk: intOrLong(bytes), empty: false });
  });
  const databases: Value[] = listed(context, documents, ['name']);
  return doc({ databases, totalSize: intOrLong(total), ok: 1 });
}
