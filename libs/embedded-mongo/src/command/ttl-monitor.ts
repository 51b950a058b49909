import { doc } from '../bson/bson-value';
import { andOf, parseFilter } from '../query/filter-compiler';
import { removeLocated, writeMany } from './document-write';
import type { Engine } from './engine';

/** Periodically deletes expired documents and idle cursors. Returns a function that stops it. */
export function runTtlMonitor(engine: Engine): () => void {
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      engine.cursors.removeIdle();
      await engine.run(() => deleteExpired(engine));
    } catch {
      // A full disk may have space at the next pass.
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void run(), (engine.options.ttlSeconds ?? 60) * 1000);
  timer.unref();
  return () => clearInterval(timer);
}

/** One pass over all TTL indexes. */
async function deleteExpired(engine: Engine): Promise<void> {
  const collections = engine.list().flatMap((database) => database.collections());
  for (const collection of collections) {
    for (const { expireAfterSeconds, ready, fields, partial, name: hint } of collection.meta
      .indexes) {
      if (expireAfterSeconds === null || !ready) continue;
      const limit = new Date(Date.now() - expireAfterSeconds * 1000);
      // For an array of dates the earliest counts, as any-element matching implies.
      const expired = parseFilter(doc({ [fields[0]!.path]: doc({ $lte: limit }) }));
      const filter = partial ? andOf([expired, parseFilter(partial.filter)]) : expired;
      const target = { filter, sort: [], hint };
      await writeMany(collection, target, removeLocated);
    }
  }
}
