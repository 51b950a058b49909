import type { Doc } from '../bson/bson-value';
import { Slices } from '../plan/slices';
import type { CommandContext } from './command-context';
import { prepareInsert } from './document-write';
import { assertBatch, WriteReply, writtenCollection } from './write-request';

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
  await database.store.writeEach(given, (each, index) => {
    const collection = database.obtain(name);
    try {
      const { document, bytes } = prepareInsert(each.document, each.bytes);
      collection.insert(document, bytes);
      reply.n++;
    } catch (error) {
      reply.fail(index, error);
    }
    return !ordered || reply.errors.length === 0;
  });
  return reply.document();
}
