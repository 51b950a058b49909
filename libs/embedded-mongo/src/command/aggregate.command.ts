import { doc, int32, intOrLong, isDoc, type Doc, type Value } from '../bson/bson-value';
import { decodeDocument } from '../bson/bson-decoder';
import { addNumbers, numberOr } from '../bson/value-arithmetic';
import { isNumeric } from '../bson/bson-value';
import { MongoError } from '../mongo-error';
import { DocumentSource } from '../query/document-source';
import { parseFilter } from '../query/filter-compiler';
import { choosePlan } from '../query/plan-choice';
import { ListStream } from '../query/result-stream';
import { parseSort, Sorter } from '../query/sort-order';
import { encodeKeyComponent } from '../storage/index-key.codec';
import { compileExpression, rootScope } from '../aggregation/expression';
import type { CommandContext } from './command-context';
import { openCursor } from './read.commands';

export async function aggregateCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  const pipeline = context.array('pipeline') as Doc[];
  const collection = engine.collection(db, name);
  let docs: Doc[] = [];
  const first = pipeline[0]?.get('$match');
  const filter = parseFilter(isDoc(first) ? first : new Map());
  if (collection) {
    const source = new DocumentSource(engine.store, collection, choosePlan(engine.store, collection, { filter, sort: [], limit: 0 }).winner);
    for (;;) {
      const found = source.step();
      if (found === undefined) break;
      if (found) docs.push(found.document ?? decodeDocument(found.bytes, 0, found.bytes.length));
    }
  }
  for (const stage of pipeline) {
    const [op, arg] = stage.entries().next().value!;
    if (op === '$match') {
      const f = parseFilter(arg as Doc);
      docs = docs.filter((d) => f.matches(d));
    } else if (op === '$sort') {
      const s = new Sorter<Doc>(parseSort(arg), 0);
      for (const d of docs) s.add(d, d, 100);
      docs = s.finish();
    } else if (op === '$limit') docs = docs.slice(0, numberOr(arg, 0));
    else if (op === '$skip') docs = docs.slice(numberOr(arg, 0));
    else if (op === '$count') docs = [doc({ [arg as string]: intOrLong(docs.length) })];
    else if (op === '$group') docs = group(arg as Doc, docs);
    else throw new MongoError(40324, `Unrecognized pipeline stage name: '${op}'`);
  }
  const batch = context.document('cursor')?.get('batchSize');
  return openCursor(context, `${db}.${name}`, new ListStream(docs), batch === undefined ? undefined : numberOr(batch, 101));
}

function group(spec: Doc, docs: Doc[]): Doc[] {
  const id = compileExpression(spec.get('_id')!);
  const groups = new Map<string, { id: Value; items: Doc[] }>();
  for (const d of docs) {
    const v = id(rootScope(d)) ?? null;
    const k = encodeKeyComponent(v).latin1Slice();
    let g = groups.get(k);
    if (!g) groups.set(k, (g = { id: v, items: [] }));
    g.items.push(d);
  }
  return [...groups.values()].map((g) => {
    const out = doc({ _id: g.id });
    for (const [f, acc] of spec) {
      if (f === '_id') continue;
      const [op, arg] = (acc as Doc).entries().next().value!;
      const e = compileExpression(arg);
      const vals = g.items.map((d) => e(rootScope(d)));
      if (op === '$sum') {
        let s: Value = int32(0);
        for (const v of vals) if (v !== undefined && isNumeric(v)) s = addNumbers(s as never, v) ?? numberOr(s as Value, 0) + numberOr(v, 0);
        out.set(f, s);
      } else if (op === '$first') out.set(f, vals[0] ?? null);
      else if (op === '$push') out.set(f, vals.filter((v) => v !== undefined) as Value[]);
      else throw new MongoError(15952, `unknown group operator '${op}'`);
    }
    return out;
  });
}
