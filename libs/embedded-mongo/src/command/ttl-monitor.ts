import { doc } from '../bson/bson-value';
import { andOf, parseFilter } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import type { CollectionMeta } from '../storage/catalog';
import { writeMany, type Target } from './document-write';
import type { Engine } from './engine';

/** Periodically deletes expired documents and idle cursors. Returns a function that stops it. */
export function runTtlMonitor(engine: Engine): () => void {
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      engine.cursors.removeIdle();
      await deleteExpired(engine);
    } catch {
      // A full disk may have space at the next pass.
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), engine.options.ttlSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** One pass over all TTL indexes. */
async function deleteExpired(engine: Engine): Promise<void> {
  for (const meta of engine.catalog.list()) {
    for (const index of meta.indexes) {
      if (index.expireAfterSeconds === null || !index.ready) continue;
      // For an array of dates the earliest counts, as any-element matching implies.
      const expired = olderThan(index.fields[0]!.path, index.expireAfterSeconds);
      const filter = index.partial ? andOf([expired, parseFilter(index.partial.filter)]) : expired;
      await expire(engine, meta, { filter, sort: [], hint: index.name });
    }
  }
}

function olderThan(path: string, seconds: number): FilterNode {
  return parseFilter(doc({ [path]: doc({ $lte: new Date(Date.now() - seconds * 1000) }) }));
}

async function expire(engine: Engine, meta: CollectionMeta, target: Target): Promise<void> {
  await writeMany(engine, engine.wrap(meta), target, null, (collection, located) => {
    collection.remove(located.record, located.document, located.length);
  });
}
