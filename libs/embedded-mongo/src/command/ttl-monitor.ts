import { doc } from '../bson/bson-value';
import { parseFilter } from '../query/filter-compiler';
import { andOf } from '../query/filter-compiler';
import { writeMany } from './document-write';
import type { Engine } from './engine';

/** Deletes what has expired now and then, and cursors that nobody reads. Returns how to stop it. */
export function runTtlMonitor(engine: Engine): () => void {
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      engine.cursors.removeIdle();
      await deleteExpired(engine);
    } catch {
      // A disk that is full now may have room at the next pass.
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), engine.options.ttlSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** One pass over all TTL indexes. */
export async function deleteExpired(engine: Engine): Promise<void> {
  for (const meta of engine.catalog.list()) {
    for (const index of meta.indexes) {
      if (index.expireAfterSeconds === null || !index.ready) continue;
      const path = index.fields[0]!.path;
      const limit = new Date(Date.now() - index.expireAfterSeconds * 1000);
      // Of several dates in an array the earliest counts, which is what any-element matching says.
      const expired = parseFilter(doc({ [path]: doc({ $lte: limit }) }));
      const filter = index.partial ? andOf([expired, parseFilter(index.partial.filter)]) : expired;
      await writeMany(
        engine,
        engine.wrap(meta),
        { filter, sort: [], hint: index.name },
        null,
        (collection, located) => {
          collection.remove(located.record, located.document, located.length);
          engine.metrics.ttlDeleted++;
        },
      );
    }
  }
  await engine.store.write(() => engine.retries.forgetOld());
  engine.metrics.ttlPasses++;
}
