import {
  doc,
  int32,
  intOrLong,
  keyText,
  MongoError,
  parseFilter,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import { assertInTime } from '../plan/deadline';
import { documentOf, DocumentSource, Slices } from '../plan/document-source';
import type { CommandContext } from './command-context';
import { nonNegative } from './cursor.commands';
import { countMatching, inOrder, planOf, valuesUnder } from './matching';
import { countOnView, distinctOnView } from './view.commands';

export async function countCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  const query = context.document('query') ?? new Map();
  const skip = nonNegative(context, 'skip') ?? 0;
  const limit = Math.abs(context.integer('limit') ?? 0);
  if (engine.view(db, name)) return countOnView(context, query, skip, limit);
  const collection = engine.collection(db, name);
  const strings = engine.strings(db, name, body.get('collation'));
  const filter = parseFilter(query, strings ? { strings } : {});
  if (!collection) return doc({ n: int32(0), ok: 1 });
  let n: number;
  if (query.size === 0 && !body.has('hint')) {
    n = Math.max(0, collection.meta.count - skip);
    if (limit > 0) n = Math.min(n, limit);
  } else {
    const choice = planOf(context, collection, filter, strings);
    n = await countMatching(engine, collection, choice, skip, limit, context);
  }
  return doc({ n: intOrLong(n), ok: 1 });
}

export async function distinctCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  const key = body.get('key');
  if (key === undefined)
    throw new MongoError(40414, "BSON field 'distinct.key' is missing but a required field");
  if (typeof key !== 'string') throw context.wrongType('key', key, 'string');
  const query = context.document('query') ?? new Map();
  if (engine.view(db, name)) return distinctOnView(context, key, query);
  const strings = engine.strings(db, name, body.get('collation'));
  const filter = parseFilter(query, strings ? { strings } : {});
  const collection = engine.collection(db, name);
  const values: Value[] = [];
  if (collection) {
    const choice = planOf(context, collection, filter, strings);
    const source = new DocumentSource(engine.store, collection, choice.winner);
    const slices = new Slices();
    const seen = new Set<string>();
    const parts = key.split('.');
    let bytes = 0;
    for (;;) {
      if (slices.due()) {
        source.release();
        await slices.pause();
        assertInTime(context.deadline);
      }
      const found = source.step();
      if (found === undefined) break;
      if (found === null) continue;
      const document = documentOf(found);
      for (const value of valuesUnder(document, parts, 0)) {
        const encoded = keyText(value);
        if (seen.has(encoded)) continue;
        seen.add(encoded);
        bytes += encoded.length;
        if (bytes > 16 * 1024 * 1024) throw new MongoError(17217, 'distinct too big, 16mb cap');
        values.push(value);
      }
    }
    source.release();
  }
  return doc({ values: await inOrder(values, strings, context), ok: 1 });
}
