import { doc, isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { PAUSE } from '../pause';
import { parseFilter } from '../query/filter-compiler';
import { replaceAt } from './document.stages';
import { pathIn, rootScope, type Evaluate } from './expression-scope';
import { assertVariableName } from './logic.operators';
import { expressionIn, type Flow, type Stage, type StageCompiler } from './stage';
import { setKey } from './value-set';

const MAX_JOINED_BYTES = 16 * 1024 * 1024;

/** Documents of a flow, passing its pauses on. */
function* gather(flow: Flow): Generator<typeof PAUSE, Doc[]> {
  const result: Doc[] = [];
  for (const item of flow) {
    if (item === PAUSE) yield PAUSE;
    else result.push(item);
  }
  return result;
}

function collectionOf(value: Value | undefined, name: string): string {
  if (typeof value !== 'string')
    throw new MongoError(
      9,
      `'from' option to ${name} must be a string, but was type ${typeName(value)}`,
    );
  return value;
}

export const lookupStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(
      9,
      `the $lookup stage specification must be an object, but found ${typeName(specification)}`,
    );
  for (const [key, value] of specification) {
    if (!['from', 'localField', 'foreignField', 'as', 'let', 'pipeline'].includes(key))
      throw new MongoError(9, `unknown argument to $lookup: ${key}`);
    if (['from', 'as', 'localField', 'foreignField'].includes(key) && typeof value !== 'string') {
      throw new MongoError(
        9,
        `$lookup argument '${key}: ${String(value)}' must be a string, is type ${typeName(value)}`,
      );
    }
  }
  const pipeline = specification.get('pipeline');
  const as = specification.get('as');
  if (typeof as !== 'string') throw new MongoError(9, "must specify 'as' field for a $lookup");
  const from = specification.has('from')
    ? collectionOf(specification.get('from'), '$lookup')
    : null;
  if (from === null && pipeline === undefined)
    throw new MongoError(9, "must specify 'from' field for a $lookup");
  const local = specification.get('localField') as string | undefined;
  const foreign = specification.get('foreignField') as string | undefined;
  if ((local === undefined) !== (foreign === undefined))
    throw new MongoError(
      9,
      '$lookup requires both or neither of localField and foreignField to be specified',
    );
  if (local === undefined && pipeline === undefined)
    throw new MongoError(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  if (pipeline !== undefined && !Array.isArray(pipeline))
    throw new MongoError(14, "'pipeline' option must be specified as an array");
  const variables: [string, Evaluate][] = [];
  const given = specification.get('let');
  if (given !== undefined) {
    if (!isDoc(given))
      throw new MongoError(
        9,
        `$lookup argument 'let: ${String(given)}' must be an object, is type ${typeName(given)}`,
      );
    for (const [name, value] of given) {
      assertVariableName(name);
      variables.push([name, expressionIn(value, context)]);
    }
  }
  // Compiled once so that mistakes show even when nothing comes in.
  if (pipeline)
    context.compilePipeline(
      pipeline,
      new Map([...context.variables, ...variables.map(([name]): [string, Value] => [name, null])]),
      '$lookup',
    );
  const asParts = as.split('.');
  const localParts = local?.split('.');
  return function* (input) {
    for (const item of input) {
      if (item === PAUSE) {
        yield PAUSE;
        continue;
      }
      const scope = rootScope(item, context.variables);
      const values = new Map(context.variables);
      for (const [name, evaluate] of variables) {
        const value = evaluate(scope);
        if (value === undefined) values.delete(name);
        else values.set(name, value);
      }
      for (const [name] of variables) if (!values.has(name)) values.set(name, null);
      const filter = localParts ? joinFilter(foreign!, pathIn(item, localParts, 0)) : new Map();
      let flow: Flow;
      if (from === null) flow = context.compilePipeline(pipeline as Value[], values)([]);
      else if (pipeline)
        flow = context.openPipeline(
          from,
          localParts ? [doc({ $match: filter }), ...(pipeline as Value[])] : (pipeline as Value[]),
          values,
        );
      else flow = context.read(from, filter, null);
      const joined = yield* gather(flow);
      yield replaceAt(item, asParts, joined);
    }
  };
};

/** Documents whose foreign field equals the local value, or one of its elements. */
function joinFilter(path: string, value: Value | undefined): Doc {
  if (Array.isArray(value))
    return doc({
      [path]: doc({ $in: value.filter((element) => typeName(element) !== 'undefined') }),
    });
  return doc({ [path]: doc({ $eq: value ?? null }) });
}

export const graphLookupStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(
      9,
      `the $graphLookup stage specification must be an object, but found ${typeName(specification)}`,
    );
  for (const key of specification.keys()) {
    if (
      ![
        'from',
        'startWith',
        'connectFromField',
        'connectToField',
        'as',
        'maxDepth',
        'depthField',
        'restrictSearchWithMatch',
      ].includes(key)
    ) {
      throw new MongoError(40104, `Unknown argument to $graphLookup: ${key}`);
    }
  }
  const text = (key: string): string => {
    const value = specification.get(key);
    if (typeof value !== 'string')
      throw new MongoError(
        40105,
        `$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.`,
      );
    return value;
  };
  const from = text('from');
  const connectFrom = text('connectFromField').split('.');
  const connectTo = text('connectToField');
  const as = text('as').split('.');
  const startWith = specification.get('startWith');
  if (startWith === undefined)
    throw new MongoError(
      40105,
      `$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and 'connectToField' to be specified.`,
    );
  const start = expressionIn(startWith, context);
  const maxDepthValue = specification.get('maxDepth');
  const maxDepth = maxDepthValue === undefined ? Infinity : integerOperand(maxDepthValue);
  if (maxDepth === null)
    throw new MongoError(40100, `maxDepth must be numeric, found type: ${typeName(maxDepthValue)}`);
  if (maxDepth < 0)
    throw new MongoError(40101, `maxDepth requires a nonnegative argument, found: ${maxDepth}`);
  const depthField = specification.has('depthField') ? text('depthField').split('.') : null;
  const restrict = specification.get('restrictSearchWithMatch');
  if (restrict !== undefined && !isDoc(restrict))
    throw new MongoError(40185, 'restrictSearchWithMatch must be an object');
  const accepts = restrict
    ? parseFilter(restrict as Doc, { variables: context.variables }).matches
    : () => true;
  return function* (input) {
    for (const item of input) {
      if (item === PAUSE) {
        yield PAUSE;
        continue;
      }
      const found = new Map<string, Doc>();
      const asked = new Set<string>();
      let frontier = elementsOf(start(rootScope(item, context.variables)));
      let bytes = 0;
      for (let depth = 0; depth <= maxDepth && frontier.length > 0; depth++) {
        const fresh = frontier.filter((value) => !asked.has(setKey(value)));
        for (const value of fresh) asked.add(setKey(value));
        if (fresh.length === 0) break;
        const next: Value[] = [];
        const documents = yield* gather(
          context.read(from, doc({ [connectTo]: doc({ $in: fresh }) }), null),
        );
        for (const document of documents) {
          const key = setKey(document.get('_id') ?? null);
          if (found.has(key) || !accepts(document)) continue;
          bytes += 100;
          if (bytes > MAX_JOINED_BYTES * 6)
            throw new MongoError(40099, '$graphLookup reached maximum memory consumption');
          found.set(key, depthField ? replaceAt(document, depthField, BigInt(depth)) : document);
          next.push(...elementsOf(pathIn(document, connectFrom, 0)));
        }
        frontier = next;
      }
      yield replaceAt(item, as, [...found.values()]);
    }
  };
};

function elementsOf(value: Value | undefined): Value[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

export const unionWithStage: StageCompiler = (specification, context) => {
  let from: string | null;
  let pipeline: Value[] = [];
  if (typeof specification === 'string') from = specification;
  else {
    if (!isDoc(specification))
      throw new MongoError(
        9,
        `the $unionWith stage specification must be an object or string, but found ${typeName(specification)}`,
      );
    for (const key of specification.keys())
      if (key !== 'coll' && key !== 'pipeline')
        throw new MongoError(40415, `BSON field '$unionWith.${key}' is an unknown field.`);
    from = specification.has('coll') ? String(specification.get('coll')) : null;
    const inner = specification.get('pipeline');
    if (inner !== undefined && !Array.isArray(inner))
      throw new MongoError(
        14,
        "BSON field '$unionWith.pipeline' is the wrong type, expected type 'array'",
      );
    pipeline = (inner as Value[] | undefined) ?? [];
    const first = pipeline[0];
    if (from === null && !(isDoc(first) && first.has('$documents')))
      throw new MongoError(
        9,
        '$unionWith stage without explicit collection must have a pipeline with $documents as first stage',
      );
  }
  context.compilePipeline(pipeline, context.variables, '$unionWith');
  return function* (input) {
    yield* input;
    yield* from === null
      ? context.compilePipeline(pipeline)([])
      : context.openPipeline(from, pipeline, context.variables);
  };
};

export const facetStage: StageCompiler = (specification, context) => {
  if (!isDoc(specification))
    throw new MongoError(40169, `the $facet specification must be a non-empty object`);
  if (specification.size === 0)
    throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  const facets: [string, Stage][] = [];
  for (const [name, pipeline] of specification) {
    if (name.startsWith('$'))
      throw new MongoError(40170, `Invalid $facet :: facet name '${name}' cannot start with '$'`);
    if (!Array.isArray(pipeline))
      throw new MongoError(
        40170,
        `arguments to $facet must be arrays, ${name} is type ${typeName(pipeline)}`,
      );
    for (const stage of pipeline) {
      const inner = isDoc(stage) ? stage.keys().next().value : undefined;
      if (
        inner &&
        [
          '$facet',
          '$out',
          '$merge',
          '$geoNear',
          '$indexStats',
          '$collStats',
          '$planCacheStats',
        ].includes(inner)
      ) {
        throw new MongoError(40600, `${inner} is not allowed to be used within a $facet stage`);
      }
    }
    facets.push([name, context.compilePipeline(pipeline, context.variables)]);
  }
  return function* (input) {
    const documents = yield* gather(input);
    const result: Doc = new Map();
    for (const [name, stage] of facets) result.set(name, yield* gather(stage(documents)));
    yield result;
  };
};
