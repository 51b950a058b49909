import { Binary, doc, int32, intOrLong, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { valuesEqual } from '../bson/value-comparator';
import { showDocument } from '../query/shell-text';
import { MongoError, typeMismatch } from '../mongo-error';
import { compileFilter } from '../query/filter-compiler';
import { ListStream } from '../query/result-stream';
import type { CollectionMeta } from '../storage/catalog';
import type { CommandContext } from './command-context';
import { assertDatabaseName, assertNamespace } from './engine';
import { openCursor } from './cursor.commands';
import { creationOptions, validationOptions } from './collection-options';
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
        info: doc({ readOnly: false, uuid: new Binary(meta.uuid, 4) }),
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

export function listDatabasesCommand(context: CommandContext): Doc {
  const { engine } = context;
  if (context.db !== 'admin')
    throw new MongoError(13, 'listDatabases may only be run against the admin database.');
  const nameOnly = context.boolean('nameOnly');
  const filter = context.document('filter');
  const matches = filter ? compileFilter(filter) : () => true;
  const sizes = new Map<string, number>();
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

function storageBytes(meta: CollectionMeta): number {
  return Math.max(4096, meta.bytes);
}

export function collStatsCommand(context: CommandContext): Doc {
  const { engine, db } = context;
  const name = context.collectionName();
  const scale = context.integer('scale') ?? 1;
  const meta = engine.collection(db, name)?.meta;
  const indexSizes: Doc = new Map();
  // Entries are not counted apart; 40 bytes is what one of them takes on the average.
  for (const index of meta?.indexes ?? [])
    indexSizes.set(index.name, intOrLong(Math.floor(((meta?.count ?? 0) * 40) / scale)));
  const total = [...indexSizes.values()].reduce<number>(
    (sum, value) => sum + toDouble(value as number),
    0,
  );
  return doc({
    ns: `${db}.${name}`,
    size: intOrLong(Math.floor((meta?.bytes ?? 0) / scale)),
    count: intOrLong(meta?.count ?? 0),
    ...(meta && meta.count > 0
      ? { avgObjSize: intOrLong(Math.floor(meta.bytes / meta.count)) }
      : {}),
    numOrphanDocs: int32(0),
    storageSize: intOrLong(Math.floor((meta ? storageBytes(meta) : 0) / scale)),
    freeStorageSize: int32(0),
    capped: meta?.capped != null,
    ...(meta?.capped
      ? {
          max: intOrLong(Number.isFinite(meta.capped.count) ? meta.capped.count : 0),
          maxSize: intOrLong(Math.floor(meta.capped.bytes / scale)),
        }
      : {}),
    nindexes: int32(meta?.indexes.length ?? 0),
    indexBuilds: meta?.indexes.filter((index) => !index.ready).map((index) => index.name) ?? [],
    totalIndexSize: intOrLong(total),
    totalSize: intOrLong(total + Math.floor((meta ? storageBytes(meta) : 0) / scale)),
    indexSizes,
    scaleFactor: intOrLong(scale),
    ok: 1,
  });
}

export function dbStatsCommand(context: CommandContext): Doc {
  const { engine, db } = context;
  const scale = context.integer('scale') ?? 1;
  const metas = engine.catalog.list(db);
  const sum = (value: (meta: CollectionMeta) => number): number =>
    metas.reduce((total, meta) => total + value(meta), 0);
  const objects = sum((meta) => meta.count);
  const bytes = sum((meta) => meta.bytes);
  const indexBytes = sum((meta) => meta.count * meta.indexes.length * 40);
  return doc({
    db,
    collections: intOrLong(metas.filter(({ view }) => !view).length),
    views: int32(metas.filter(({ view }) => view).length),
    objects: intOrLong(objects),
    avgObjSize: objects === 0 ? 0 : bytes / objects,
    dataSize: bytes / scale,
    storageSize: bytes / scale,
    indexes: intOrLong(sum((meta) => meta.indexes.length)),
    indexSize: indexBytes / scale,
    totalSize: (bytes + indexBytes) / scale,
    scaleFactor: intOrLong(scale),
    fsUsedSize: 0,
    fsTotalSize: 0,
    ok: 1,
  });
}
