import { isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import {
  addFieldsStage,
  countStage,
  limitStage,
  matchStage,
  projectStage,
  redactStage,
  replaceRootStage,
  sampleStage,
  skipStage,
  sortStage,
  sortWithLimit,
  unsetStage,
  unwindStage,
} from './document.stages';
import { compileExpression } from './expression';
import { rootScope } from './expression-scope';
import { bucketAutoStage, bucketStage, groupStage, sortByCountStage } from './group.stages';
import { facetStage, graphLookupStage, lookupStage, unionWithStage } from './join.stages';
import type { Stage, StageCompiler, StageContext } from './stage';
import { densifyStage, fillStage, setWindowFieldsStage } from './window.stages';

const describing: StageCompiler = (specification, context, name) => {
  const documents = context.describe(name, specification);
  return () => documents;
};

const documentsStage: StageCompiler = (specification, context) => {
  const value = compileExpression(
    specification,
    context.variables.keys(),
  )(rootScope(new Map(), context.variables));
  if (!Array.isArray(value)) throw new MongoError(5858203, 'an array is expected for $documents');
  for (const item of value)
    if (!isDoc(item))
      throw new MongoError(
        40228,
        `'$documents' must be an array of objects, found ${typeName(item)}`,
      );
  return () => value as Doc[];
};

const STAGES: { readonly [name: string]: StageCompiler } = {
  $match: matchStage,
  $project: projectStage,
  $addFields: addFieldsStage,
  $set: addFieldsStage,
  $unset: unsetStage,
  $sort: sortStage,
  $limit: limitStage,
  $skip: skipStage,
  $count: countStage,
  $unwind: unwindStage,
  $group: groupStage,
  $sortByCount: sortByCountStage,
  $bucket: bucketStage,
  $bucketAuto: bucketAutoStage,
  $replaceRoot: replaceRootStage,
  $replaceWith: replaceRootStage,
  $sample: sampleStage,
  $redact: redactStage,
  $lookup: lookupStage,
  $graphLookup: graphLookupStage,
  $unionWith: unionWithStage,
  $facet: facetStage,
  $setWindowFields: setWindowFieldsStage,
  $fill: fillStage,
  $densify: densifyStage,
  $documents: documentsStage,
  $indexStats: describing,
  $collStats: describing,
  $currentOp: describing,
  $listLocalSessions: describing,
  $planCacheStats: describing,
};

/** All stages that do not write. */
export const STAGE_NAMES: readonly string[] = Object.keys(STAGES);

/** Stages that may only be the first. */
export const INITIAL_STAGES = new Set([
  '$indexStats',
  '$collStats',
  '$documents',
  '$currentOp',
  '$listLocalSessions',
  '$planCacheStats',
  '$changeStream',
  '$geoNear',
  '$search',
]);

/** @throws MongoError 40324 for a stage that does not exist anywhere, before it is asked whether it may stand here */
export function assertStageExists(name: string): void {
  if (!Object.hasOwn(STAGES, name) && !FOREIGN_STAGES.has(name))
    throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
}

/** Stages that MongoDB knows, but not as ordinary ones of this server. */
const FOREIGN_STAGES = new Set(
  '$out $merge $changeStream $geoNear $search $searchMeta $vectorSearch $listSearchIndexes'.split(
    ' ',
  ),
);

/** The name and specification of each stage. @throws MongoError 40323 and others */
export function stagesOf(pipeline: readonly Value[]): [string, Value][] {
  return pipeline.map((stage) => {
    if (!isDoc(stage))
      throw new MongoError(14, "Each element of the 'pipeline' array must be an object");
    if (stage.size !== 1)
      throw new MongoError(
        40323,
        'A pipeline stage specification object must contain exactly one field.',
      );
    return stage.entries().next().value!;
  });
}

/**
 * Compiles a pipeline to a function on flows of documents.
 * @throws MongoError 40324 for an unknown stage, and what each stage refuses
 */
export function compilePipeline(
  pipeline: readonly Value[],
  context: StageContext,
  from = 0,
): Stage {
  const stages = stagesOf(pipeline);
  const compiled: Stage[] = [];
  for (let i = 0; i < stages.length; i++) {
    const [name, specification] = stages[i]!;
    if (i > 0 && INITIAL_STAGES.has(name))
      throw new MongoError(40602, `${name} is only valid as the first stage in a pipeline.`);
    const next = stages[i + 1];
    if (name === '$sort' && next?.[0] === '$limit') {
      limitStage(next[1], context, '$limit');
      compiled.push(sortWithLimit(specification, integerOperand(next[1]) ?? 0, context.strings));
      i++;
      continue;
    }
    compiled.push(compileStage(name, specification, context));
  }
  const chosen = compiled.slice(from);
  return (input) => chosen.reduce((flow, stage) => stage(flow), input);
}

function compileStage(name: string, specification: Value, context: StageContext): Stage {
  const compiler = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (compiler) return compiler(specification, context, name);
  switch (name) {
    case '$out':
    case '$merge':
      throw new MongoError(40601, `${name} can only be the final stage in the pipeline`);
    case '$changeStream':
      throw new MongoError(40573, 'The $changeStream stage is only supported on replica sets');
    case '$geoNear':
      throw new MongoError(27, 'unable to find index for $geoNear query');
    case '$search':
    case '$searchMeta':
    case '$vectorSearch':
    case '$listSearchIndexes':
      throw new MongoError(31082, `${name} stage is only allowed on MongoDB Atlas`);
    default:
      throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
}

/**
 * The top-level fields that a pipeline looks at, or null for all of them. Only those of a document need decoding.
 */
export function fieldsRead(stages: readonly [string, Value][]): ReadonlySet<string> | null {
  const fields = new Set<string>(['_id']);
  for (const [name, specification] of stages) {
    switch (name) {
      case '$match':
      case '$sort':
      case '$addFields':
      case '$set':
      case '$unwind':
        if (!collect(specification, fields)) return null;
        break;
      case '$skip':
      case '$limit':
        break;
      case '$group':
      case '$sortByCount':
      case '$bucket':
        return collect(specification, fields) ? fields : null;
      case '$count':
        return fields;
      case '$project':
        return isInclusion(specification) && collect(specification, fields) ? fields : null;
      default:
        return null;
    }
  }
  return null;
}

/** Notes every name that could be a field. Returns false when the whole document is asked for. */
function collect(value: Value, fields: Set<string>): boolean {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return !/^\$\$(?:ROOT|CURRENT)/.test(value);
    if (value.startsWith('$')) fields.add(value.slice(1).split('.')[0]!);
    return true;
  }
  if (Array.isArray(value)) return value.every((item) => collect(item, fields));
  if (!isDoc(value)) return true;
  for (const [name, inner] of value) {
    if (name === '$getField' || name === '$jsonSchema' || name === '$text') return false;
    if (!name.startsWith('$')) fields.add(name.split('.')[0]!);
    if (!collect(inner, fields)) return false;
  }
  return true;
}

function isInclusion(specification: Value): boolean {
  if (!isDoc(specification)) return false;
  for (const [name, value] of specification) {
    if (name === '_id') continue;
    return !(
      value === false ||
      (typeof value !== 'object' && typeof value !== 'string' && Number(value) === 0) ||
      (isDoc(value) && !value.keys().next().value?.startsWith('$')) ||
      (typeName(value) !== 'object' && String(value) === '0')
    );
  }
  return false;
}
