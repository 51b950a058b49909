import type { Doc } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { Slices } from '../plan/document-source';
import type { CommandContext } from './command-context';
import { prepareInsert } from './document-write';
import { assertBatch, WriteReply, writtenCollection } from './write-request';

const INSERTS_PER_COMMIT = 500;

/** Longest part of a shared commit that the inserts of one command may use. */
const COMMIT_SHARE_MS = 8;

export async function insertCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  const ordered = context.body.get('ordered') !== false;
  const reply = new WriteReply();
  const entries: { index: number; document: Doc; bytes: Buffer }[] = [];
  let count = 0;
  const slices = new Slices();
  for (const { document, bytes } of context.documents('documents')) {
    const index = count++;
    if (slices.due()) await slices.pause();
    if (ordered && reply.errors.length > 0) continue;
    try {
      entries.push({ index, ...prepareInsert(document, bytes) });
    } catch (error) {
      reply.fail(index, error);
    }
  }
  assertBatch(count);
  // An ordered command ends with its first error, which may belong to an earlier document.
  const malformed = reply.errors.splice(0);
  let stopped = false;
  for (let at = 0; at < entries.length && !stopped;) {
    at = await engine.store.write(() => {
      const collection = engine.obtain(db, name);
      const start = performance.now();
      let i = at;
      for (; i < Math.min(entries.length, at + INSERTS_PER_COMMIT) && !stopped; i++) {
        if (i > at && performance.now() - start > COMMIT_SHARE_MS) break;
        const { index, document, bytes } = entries[i]!;
        try {
          collection.insert(document, bytes);
          reply.n++;
        } catch (error) {
          reply.fail(index, error);
          stopped = ordered;
        }
      }
      return i;
    });
  }
  if (!stopped) reply.errors.push(...malformed);
  const indexOf = (error: Doc): number => toDouble(error.get('index') as number);
  reply.errors.sort((a, b) => indexOf(a) - indexOf(b));
  return reply.document(false);
}
