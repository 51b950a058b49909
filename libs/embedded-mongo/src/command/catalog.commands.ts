import {
  Binary,
  compileFilter,
  doc,
  int32,
  intOrLong,
  MongoError,
  showDocument,
  toDouble,
  typeMismatch,
  valuesEqual,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import { ListStream } from '../plan/result-stream';
import { creationOptions, validationOptions } from './collection-options';
import type { CommandContext } from './command-context';
import { openCursor } from './cursor.commands';
import { assertDatabaseName, assertNamespace } from './engine';
import { SMALLEST_BYTES, storageBytes } from './stats.commands';
import { assertWriteConcern, writtenCollection } from './write-request';

export async function createCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = writtenCollection(context);
  if (body.has('encryptedFields'))
    throw new MongoError(115, 'create with encryptedFields is not supported');
  const options = validationOptions(context, creationOptions(context));
  await engine.store.write(() => {
    const existing = engine.catalog.find(db, name);
    if (existing) {
      if (valuesEqual(existing.options, options))
        throw new MongoError(48, `Collection ${db}.${name} already exists.`);
      throw new MongoError(
        48,
        `namespace ${db}.${name} already exists, but with different options: ${showDocument(existing.options)}`,
      );
    }
    engine.catalog.create(db, name, options);
  });
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
  // Since 7.0 dropping what does not exist is no error.
  if (indexes === null) return doc({ ok: 1 });
  return doc({ nIndexesWas: int32(indexes), ns: `${db}.${name}`, ok: 1 });
}

export async function dropDatabaseCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  assertDatabaseName(db);
  assertWriteConcern(context);
  const metas = await engine.store.write(() => {
    const found = engine.catalog.list(db);
    for (const meta of found) engine.catalog.drop(meta);
    return found;
  });
  for (const meta of metas) engine.cursors.removeNamespace(`${meta.db}.${meta.name}`);
  engine.cleanUp();
  return metas.length === 0 ? doc({ ok: 1 }) : doc({ dropped: db, ok: 1 });
}

export async function renameCollectionCommand(context: CommandContext): Promise<Doc> {
  const { engine, body } = context;
  assertWriteConcern(context);
  if (context.db !== 'admin')
    throw new MongoError(13, 'renameCollection may only be run against the admin database.');
  const from = body.get('renameCollection');
  const to = body.get('to');
  if (typeof from !== 'string' || typeof to !== 'string')
    throw typeMismatch(
      "BSON field 'renameCollection.to' is the wrong type, expected type 'string'",
    );
  const split = (namespace: string): [string, string] => {
    const dot = namespace.indexOf('.');
    if (dot < 1) throw new MongoError(73, `Invalid namespace specified '${namespace}'`);
    return [namespace.slice(0, dot), namespace.slice(dot + 1)];
  };
  const [fromDb, fromName] = split(from);
  const [toDb, toName] = split(to);
  assertNamespace(toDb, toName);
  if (from === to) throw new MongoError(20, "Can't rename a collection to itself");
  await engine.store.write(() => {
    const source = engine.collection(fromDb, fromName);
    if (!source) throw new MongoError(26, `Source collection ${from} does not exist`);
    const target = engine.collection(toDb, toName);
    if (target) {
      if (!context.boolean('dropTarget')) throw new MongoError(48, 'target namespace exists');
      engine.catalog.drop(target.meta);
    }
    engine.catalog.rename(source.meta, toDb, toName);
  });
  engine.cursors.removeNamespace(from);
  engine.cleanUp();
  return doc({ ok: 1 });
}

export async function listCollectionsCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const nameOnly = context.boolean('nameOnly');
  const filter = context.document('filter');
  const matches = filter ? compileFilter(filter) : () => true;
  const documents = engine.catalog
    .list(db)
    .map((meta) => {
      const { name, options } = meta;
      if (meta.view) return doc({ name, type: 'view', options, info: doc({ readOnly: true }) });
      return doc({
        name,
        type: meta.timeField === null ? 'collection' : 'timeseries',
        options,
        info: doc({
          readOnly: false,
          ...(meta.timeField === null ? { uuid: new Binary(meta.uuid, 4) } : {}),
        }),
        ...(meta.clustered || meta.timeField !== null ? {} : { idIndex: meta.indexes[0]!.spec }),
      });
    })
    .filter((document) => matches(document))
    .map((document) =>
      nameOnly ? doc({ name: document.get('name')!, type: document.get('type')! }) : document,
    );
  const batchSize = context.document('cursor')?.get('batchSize');
  return openCursor(
    context,
    `${db}.$cmd.listCollections`,
    new ListStream(documents),
    batchSize === undefined ? documents.length + 1 : toDouble(batchSize as number),
  );
}

/** Every MongoDB has them from the beginning. */
const SYSTEM_DATABASES = ['admin', 'config', 'local'];

export function listDatabasesCommand(context: CommandContext): Doc {
  const { engine } = context;
  if (context.db !== 'admin')
    throw new MongoError(13, 'listDatabases may only be run against the admin database.');
  const nameOnly = context.boolean('nameOnly');
  const filter = context.document('filter');
  const matches = filter ? compileFilter(filter) : () => true;
  const sizes = new Map(SYSTEM_DATABASES.map((name) => [name, SMALLEST_BYTES]));
  for (const meta of engine.catalog.list())
    sizes.set(meta.db, (sizes.get(meta.db) ?? 0) + storageBytes(meta));
  let total = 0;
  const databases: Value[] = [];
  for (const [name, size] of [...sizes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const entry = doc({ name, sizeOnDisk: intOrLong(size), empty: false });
    if (!matches(entry)) continue;
    total += size;
    databases.push(nameOnly ? doc({ name }) : entry);
  }
  return nameOnly
    ? doc({ databases, ok: 1 })
    : doc({
        databases,
        totalSize: intOrLong(total),
        totalSizeMb: intOrLong(Math.floor(total / 1048576)),
        ok: 1,
      });
}
