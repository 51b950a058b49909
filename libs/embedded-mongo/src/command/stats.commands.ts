import { doc, int32, intOrLong, toDouble, type Doc } from '@engawa/mongo-semantics';
import type { CollectionMeta } from '../storage/catalog';
import type { CommandContext } from './command-context';

/** What the smallest collection takes of the disk, in bytes. */
export const SMALLEST_BYTES = 4096;

/** What a collection takes of the disk, in bytes. */
export function storageBytes(meta: CollectionMeta): number {
  return Math.max(SMALLEST_BYTES, meta.bytes);
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
