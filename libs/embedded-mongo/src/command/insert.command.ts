import { doc, int32, MongoError, toDouble, type Doc } from '@engawa/mongo-semantics';
import { Slices } from '../plan/document-source';
import type { CommandContext } from './command-context';
import { prepareInsert } from './document-write';
import { assertBatch, readBatch } from './write-request';

const INSERTS_PER_COMMIT = 500;

export async function insertCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const { name, ordered, retry, reply } = readBatch(context);
  const bypass = context.boolean('bypassDocumentValidation');
  const keepTimestamps = context.boolean('bypassEmptyTsReplacement');
  const entries: { index: number; document: Doc; bytes: Buffer }[] = [];
  let count = 0;
  let prepared: MongoError | null = null;
  const slices = new Slices();
  for (const { document, bytes } of context.documents('documents')) {
    const index = count++;
    if (slices.due()) await slices.pause();
    if (prepared && ordered) continue;
    try {
      const ready = prepareInsert(document, bytes, keepTimestamps);
      if (ready.bytes.length > 16777216) throw tooLarge(ready.bytes.length);
      entries.push({ index, ...ready });
    } catch (error) {
      reply.fail(index, error);
      prepared = error as MongoError;
    }
  }
  assertBatch(count);
  const early = [...reply.errors];
  reply.errors.length = 0;
  let stopped = false;
  for (let at = 0; at < entries.length && !stopped;) {
    at = await engine.store.write(() => {
      const collection = engine.obtain(db, name);
      const start = performance.now();
      const earlier = retry && engine.retries.outcomes(retry.session, retry.number);
      const runs: { id: number; count: number }[] = [];
      let i = at;
      for (; i < Math.min(entries.length, at + INSERTS_PER_COMMIT); i++) {
        // A commit holds up the others, so it is cut when it takes long.
        if (i > at && performance.now() - start > 8) break;
        const { index, document, bytes } = entries[i]!;
        try {
          if (earlier?.(retry!.statement(index))) {
            reply.n++;
            continue;
          }
          collection.insert(document, bytes, bypass);
          if (retry) extendRuns(runs, retry.statement(index));
          reply.n++;
          engine.metrics.documents.inserted++;
        } catch (error) {
          reply.fail(index, error);
          if (ordered) {
            stopped = true;
            break;
          }
        }
      }
      for (const { id, count: length } of runs)
        engine.retries.remember({ ...retry!, id }, doc({ n: int32(1) }), length);
      return i;
    });
  }
  if (!stopped) reply.errors.push(...early);
  reply.errors.sort(
    (a, b) => toDouble(a.get('index') as number) - toDouble(b.get('index') as number),
  );
  engine.metrics.counters.insert += count;
  return reply.document(false);
}

function extendRuns(runs: { id: number; count: number }[], id: number): void {
  const last = runs.at(-1);
  if (last && last.id + last.count === id) last.count++;
  else runs.push({ id, count: 1 });
}

function tooLarge(size: number): MongoError {
  return new MongoError(
    10334,
    `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB) First element: _id`,
  );
}
