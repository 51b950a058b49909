import {
  compileExpression,
  compileUpdatePipeline,
  decodeDocument,
  doc,
  encodeDocument,
  isDoc,
  MongoError,
  parseFilter,
  RawDocument,
  rootScope,
  typeName,
  valuesEqual,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import { DocumentSource } from '../plan/document-source';
import { choosePlan } from '../plan/plan-choice';
import type { ResultStream } from '../plan/result-stream';
import type { Collection } from '../storage/collection';
import type { CommandContext } from './command-context';
import { prepareInsert } from './document-write';
import { assertNamespace } from './engine';

interface Destination {
  readonly db: string;
  readonly name: string;
}

/** @throws MongoError for specifications of `$out` and `$merge` that are wrong, before anything runs */
export function assertWriteStage(stage: string, specification: Value): void {
  if (stage === '$out') {
    outDestination(specification, '');
    return;
  }
  if (typeof specification === 'string') return;
  if (!isDoc(specification))
    throw new MongoError(
      51182,
      `$merge requires a string or object argument, but found ${typeName(specification)}`,
    );
  for (const key of specification.keys()) {
    if (!['into', 'on', 'let', 'whenMatched', 'whenNotMatched'].includes(key))
      throw new MongoError(40415, `BSON field '$merge.${key}' is an unknown field.`);
  }
  if (!specification.has('into'))
    throw new MongoError(40414, "BSON field '$merge.into' is missing but a required field");
  const matched = specification.get('whenMatched');
  if (
    matched !== undefined &&
    !Array.isArray(matched) &&
    !['replace', 'keepExisting', 'merge', 'fail'].includes(String(matched))
  ) {
    throw new MongoError(
      2,
      `Enumeration value '${String(matched)}' for field 'whenMatched' is not a valid value.`,
    );
  }
  const missing = specification.get('whenNotMatched');
  if (missing !== undefined && !['insert', 'discard', 'fail'].includes(String(missing))) {
    throw new MongoError(
      2,
      `Enumeration value '${String(missing)}' for field '$merge.whenNotMatched' is not a valid value.`,
    );
  }
}

function outDestination(specification: Value, db: string): Destination {
  if (typeof specification === 'string') return { db, name: specification };
  if (isDoc(specification)) {
    const [otherDb, coll] = [specification.get('db'), specification.get('coll')];
    if (typeof otherDb === 'string' && typeof coll === 'string') return { db: otherDb, name: coll };
  }
  throw new MongoError(
    16990,
    `$out only supports a string or object argument, but found ${typeName(specification)}`,
  );
}

/** Runs the pipeline to its end and writes what it gives. */
export async function writeResults(
  context: CommandContext,
  stage: string,
  specification: Value,
  stream: ResultStream,
  variables: Doc,
): Promise<void> {
  if (stage === '$out')
    return replaceCollection(context, outDestination(specification, context.db), stream);
  const options = isDoc(specification) ? specification : doc({ into: specification });
  const into = options.get('into')!;
  const destination: Destination = isDoc(into)
    ? {
        db: typeof into.get('db') === 'string' ? (into.get('db') as string) : context.db,
        name: String(into.get('coll')),
      }
    : { db: context.db, name: String(into) };
  assertNamespace(destination.db, destination.name);
  return mergeInto(context, destination, options, stream, variables);
}

async function* batches(context: CommandContext, stream: ResultStream): AsyncGenerator<Doc[]> {
  for (;;) {
    const { documents, done } = await stream.nextBatch(500, context.deadline);
    if (documents.length > 0)
      yield documents.map((item) =>
        item instanceof RawDocument ? decodeDocument(item.bytes as Buffer) : item,
      );
    if (done) return;
  }
}

/** `$out`: a new collection with the old one's indexes takes its place at the end. */
async function replaceCollection(
  context: CommandContext,
  destination: Destination,
  stream: ResultStream,
): Promise<void> {
  const { engine } = context;
  const { db, name } = destination;
  assertNamespace(db, name);
  const temporary = `tmp.agg_out.${Math.random().toString(36).slice(2)}`;
  const old = engine.collection(db, name);
  const collection = await engine.store.write(() => {
    const made = engine.obtain(db, temporary);
    for (const index of old?.meta.indexes ?? []) {
      if (index.name !== '_id_') made.meta.indexes.push(engine.catalog.newIndex(index.spec, true));
    }
    engine.catalog.save(made.meta);
    return made;
  });
  try {
    for await (const documents of batches(context, stream)) {
      await engine.store.write(() => {
        for (const document of documents) {
          const ready = prepareInsert(document, null);
          collection.insert(ready.document, ready.bytes);
        }
      });
    }
    await engine.store.write(() => {
      const before = engine.collection(db, name);
      if (before) engine.catalog.drop(before.meta);
      engine.catalog.rename(collection.meta, db, name);
    });
  } catch (error) {
    await engine.store.write(() => engine.catalog.drop(collection.meta));
    throw error;
  } finally {
    engine.cleanUp();
  }
}

async function mergeInto(
  context: CommandContext,
  destination: Destination,
  options: Doc,
  stream: ResultStream,
  variables: Doc,
): Promise<void> {
  const { engine } = context;
  const onValue = options.get('on');
  const on =
    onValue === undefined ? ['_id'] : (Array.isArray(onValue) ? onValue : [onValue]).map(String);
  const whenMatched = options.get('whenMatched') ?? 'merge';
  const whenNotMatched = options.get('whenNotMatched') ?? 'insert';
  const existing = engine.collection(destination.db, destination.name);
  if (!(on.length === 1 && on[0] === '_id')) {
    const supported = existing?.meta.indexes.some(
      (index) =>
        index.unique &&
        !index.partial &&
        index.fields.length === on.length &&
        index.fields.every((field) => on.includes(field.path)),
    );
    if (!supported)
      throw new MongoError(51183, 'Cannot find index to verify that join fields will be unique');
  }
  const given = options.get('let');
  for await (const documents of batches(context, stream)) {
    await engine.store.write(() => {
      const collection = engine.obtain(destination.db, destination.name);
      for (const document of documents) {
        mergeOne(
          context,
          collection,
          document,
          on,
          whenMatched,
          whenNotMatched as string,
          isDoc(given) ? given : null,
          variables,
        );
      }
    });
  }
}

function mergeOne(
  context: CommandContext,
  collection: Collection,
  document: Doc,
  on: readonly string[],
  whenMatched: Value,
  whenNotMatched: string,
  given: Doc | null,
  variables: Doc,
): void {
  const { engine } = context;
  const incoming = document.has('_id') ? document : prepareInsert(document, null).document;
  const filter: Doc = new Map();
  for (const path of on) {
    const value = path
      .split('.')
      .reduce<Value | undefined>((at, part) => (isDoc(at) ? at.get(part) : undefined), incoming);
    if (value === undefined || value === null || Array.isArray(value)) {
      throw new MongoError(
        51132,
        `$merge write error: 'on' field '${path}' cannot be missing, null, undefined or an array`,
      );
    }
    filter.set(path, doc({ $eq: value }));
  }
  const source = new DocumentSource(
    engine.store,
    collection,
    choosePlan(engine.store, collection, { filter: parseFilter(filter), sort: [], limit: 1 })
      .winner,
  );
  let found = source.step();
  while (found === null) found = source.step();
  source.release();
  if (!found) {
    if (whenNotMatched === 'discard') return;
    if (whenNotMatched === 'fail')
      throw new MongoError(
        13113,
        '$merge could not find a matching document in the target collection for at least one document in the source collection',
      );
    const ready = prepareInsert(incoming, null);
    collection.insert(ready.document, ready.bytes);
    return;
  }
  if (whenMatched === 'keepExisting') return;
  if (whenMatched === 'fail') {
    // What an insert into the index of the `on` fields would have said.
    const index = collection.meta.indexes.find(
      ({ unique, fields }) =>
        unique && fields.length === on.length && fields.every(({ path }) => on.includes(path)),
    )!;
    throw collection.duplicate(
      index,
      index.fields.map(({ path }) => (filter.get(path) as Doc).get('$eq')!),
    );
  }
  const before = found.document ?? collection.load(found.record)!;
  const length = collection.read(found.record)!.length;
  let after: Doc;
  if (Array.isArray(whenMatched)) {
    const inner = new Map(variables);
    if (given)
      for (const [name, expression] of given)
        inner.set(
          name,
          compileExpression(expression, variables.keys())(rootScope(incoming, variables)) ?? null,
        );
    else inner.set('new', incoming);
    after = compileUpdatePipeline(whenMatched, inner)(before);
  } else if (whenMatched === 'replace') after = incoming;
  else after = new Map([...before, ...incoming]);
  if (!valuesEqual(after.get('_id') ?? null, before.get('_id') ?? null)) {
    if (document.has('_id'))
      throw new MongoError(
        66,
        '$merge failed to update the matching document, did you attempt to modify the _id or the shard key?',
      );
    after.set('_id', before.get('_id')!);
  }
  collection.replace(found.record, before, length, after, encodeDocument(after));
}
