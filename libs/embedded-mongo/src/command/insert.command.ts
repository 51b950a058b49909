import type { Doc } from '../bson/bson-value';
import { Slices } from '../plan/slices';
import type { CommandContext } from './command-context';
import { prepareInsert } from './document-write';
import { assertBatch, WriteReply, writtenCollection } from './write-request';

const INSERTS_PER_COMMIT = 500;

/** Longest part of a shared commit that the inserts of one command may use. */
const COMMIT_SHARE_MS = 8;

/** `insert`. */
export async function insertCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = writtenCollection(context);
  const ordered = context.body.get('ordered') !== false;
  const reply = new WriteReply();
  const slices = new Slices(context.interruption);
  const given: { document: Doc; bytes: Buffer | null }[] = [];
  // All are read before the first is stored: what is no BSON fails the whole command.
  for (const each of context.documents('documents')) {
    given.push(each);
    if (slices.due()) await slices.pause();
  }
  assertBatch(given.length);
  const database = engine.obtain(db);
  const mayContinue = (): boolean => !ordered || reply.errors.length === 0;
  for (let at = 0; at < given.length && mayContinue();) {
    at = await database.store.write(() => {
      const collection = database.obtain(name);
      const start = performance.now();
      let i = at;
      for (; i < Math.min(given.length, at + INSERTS_PER_COMMIT) && mayContinue(); i++) {
        if (i > at && performance.now() - start > COMMIT_SHARE_MS) break;
        try {
          const { document, bytes } = prepareInsert(given[i]!.document, given[i]!.bytes);
          collection.insert(document, bytes);
          reply.n++;
        } catch (error) {
          reply.fail(i, error);
        }
      }
      return i;
    });
  }
  return reply.document(false);
}
