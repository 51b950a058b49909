import { doc, intOrLong, type Doc, type Value } from '../bson/bson-value';
import { keyText } from '../bson/key-bytes-codec';
import { MongoError } from '../mongo-error';
import { pausingSort } from '../pause';
import { documentOf, sourceOf, type DocumentSource } from '../plan/document-source';
import { Slices } from '../plan/slices';
import { parseFilter } from '../query/filter-compiler';
import type { FilterNode } from '../query/filter-node';
import { matchPath, type Condition } from '../query/matcher';
import type { CommandContext } from './command-context';
import { hintOf, nonNegative } from './cursor.command';

/** Largest result of a `distinct`. */
const MAX_DISTINCT_BYTES = 16 * 1024 * 1024;

/** `count`, without loading documents if the keys decide. A limit of 0 counts all. */
export async function countCommand(context: CommandContext): Promise<Doc> {
  const name = context.collectionName();
  const filter = parseFilter(context.document('query') ?? new Map());
  const wanted = nonNegative(context, 'limit') || Infinity;
  let count = 0;
  if (filter.kind === 'and' && filter.children.length === 0 && !context.body.has('hint'))
    count = Math.min(context.engine.collection(context.db, name)?.meta.count ?? 0, wanted);
  else {
    await eachMatch(context, name, filter, (source) => {
      const record = count < wanted ? source.stepRecord() : undefined;
      if (typeof record === 'number') count++;
      return record !== undefined;
    });
  }
  return doc({ n: intOrLong(count), ok: 1 });
}

/** Walks the documents of a filter in any order and in slices, until `step` returns false. */
async function eachMatch(
  { engine, db, body, interruption }: CommandContext,
  name: string,
  filter: FilterNode,
  step: (source: DocumentSource) => boolean,
): Promise<void> {
  const collection = engine.collection(db, name);
  if (!collection) return;
  const request = { filter, sort: [], limit: 0, hint: hintOf(body) };
  await sourceOf(collection, request).inSlices(new Slices(interruption), step);
}

/** `distinct`, in the order of the values. @throws MongoError 17217 if the values exceed 16 MB */
export async function distinctCommand(context: CommandContext): Promise<Doc> {
  const key = context.body.get('key');
  if (key === undefined) throw context.missing('key');
  if (typeof key !== 'string') throw context.wrongType('key', key, 'string');
  const filter = parseFilter(context.document('query') ?? new Map());
  const parts = key.split('.');
  const values = new Map<string, Value>();
  let bytes = 0;
  const add = (value: Value): void => {
    const encoded = keyText(value);
    if (values.has(encoded)) return;
    values.set(encoded, value);
    bytes += encoded.length;
    if (bytes > MAX_DISTINCT_BYTES) throw new MongoError(17217, 'distinct too big, 16mb cap');
  };
  // Sees every value under the path, since it is never satisfied; elements instead of arrays.
  const collect: Condition = (value) => {
    if (Array.isArray(value)) value.forEach(add);
    else if (value !== undefined) add(value);
    return false;
  };
  await eachMatch(context, context.collectionName(), filter, (source) => {
    const found = source.step();
    if (found) matchPath(documentOf(found), parts, false, collect);
    return found !== undefined;
  });
  const sorted = pausingSort([...values.keys()], (a, b) => (a < b ? -1 : 1));
  const keys = await new Slices(context.interruption).resultOf(sorted);
  return doc({ values: keys.map((each) => values.get(each)!), ok: 1 });
}
