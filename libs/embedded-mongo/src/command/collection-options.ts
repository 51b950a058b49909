import {
  badValue,
  compileFilter,
  compilePipeline,
  doc,
  int32,
  intOrLong,
  isDoc,
  MongoError,
  stagesOf,
  typeMismatch,
  wholeCollation,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import { samePattern } from '../plan/planner';
import type { CollectionMeta } from '../storage/catalog';
import type { CommandContext } from './command-context';
import { stageContext } from './pipeline-source';
import { letVariables } from './write-request';

/** What `create` says about the kind of collection. @throws MongoError 72 and others */
export function creationOptions(context: CommandContext): Doc {
  const { body } = context;
  const options: Doc = new Map();
  const collation = wholeCollation(body.get('collation'));
  if (body.has('viewOn')) {
    for (const name of ['capped', 'size', 'max', 'clusteredIndex', 'validator']) {
      if (body.has(name))
        throw new MongoError(72, `the 'viewOn' option cannot be specified with '${name}'`);
    }
    const view = viewOptions(context, options);
    return collation ? view.set('collation', collation) : view;
  }
  if (collation) options.set('collation', collation);
  if (body.has('pipeline'))
    throw new MongoError(72, `'pipeline' requires 'viewOn' to also be specified`);
  const capped = context.boolean('capped');
  const [size, max] = [context.integer('size'), context.integer('max')];
  if (capped) {
    if (size === undefined || size <= 0)
      throw new MongoError(72, "the 'size' field is required when 'capped' is true");
    options.set('capped', true);
    options.set('size', intOrLong(size));
    if (max !== undefined && max > 0) options.set('max', intOrLong(max));
  } else if (size !== undefined || max !== undefined) {
    throw new MongoError(
      72,
      "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
    );
  }
  for (const option of ['storageEngine', 'indexOptionDefaults']) {
    const value = context.document(option);
    if (value) options.set(option, value);
  }
  const series = context.document('timeseries');
  if (series) {
    for (const name of ['capped', 'clusteredIndex', 'validator', 'collation']) {
      if (body.has(name))
        throw new MongoError(72, `time-series collections do not support '${name}'`);
    }
    options.set('timeseries', seriesOptions(series));
  }
  const expire = context.integer('expireAfterSeconds');
  if (expire !== undefined) {
    if (!series)
      throw new MongoError(
        72,
        "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option is specified",
      );
    options.set('expireAfterSeconds', intOrLong(expire));
  }
  const clustered = context.document('clusteredIndex');
  if (clustered) {
    const key = clustered.get('key');
    if (capped || !isDoc(key) || !samePattern(key, doc({ _id: int32(1) })))
      throw new MongoError(197, "The 'clusteredIndex' option must have the key {_id: 1}");
    if (clustered.get('unique') !== true)
      throw new MongoError(67, "The 'clusteredIndex' option requires unique: true to be specified");
    options.set(
      'clusteredIndex',
      doc({ v: int32(2), key, name: clustered.get('name') ?? '_id_', unique: true }),
    );
  }
  const images = context.document('changeStreamPreAndPostImages');
  if (images?.get('enabled') === true) options.set('changeStreamPreAndPostImages', images);
  return options;
}

/** @throws MongoError 40414, 40415, 14 or 2 for options of a time series that are none */
function seriesOptions(given: Doc): Doc {
  for (const name of given.keys()) {
    if (!SERIES_OPTIONS.has(name))
      throw new MongoError(40415, `BSON field 'timeseries.${name}' is an unknown field.`);
  }
  const timeField = given.get('timeField');
  if (timeField === undefined)
    throw new MongoError(
      40414,
      "BSON field 'timeseries.timeField' is missing but a required field",
    );
  if (typeof timeField !== 'string') throw typeMismatch("'timeField' must be a string");
  const metaField = given.get('metaField');
  if (metaField === '_id' || metaField === timeField)
    throw new MongoError(72, "The 'metaField' cannot be \"_id\" or the same as the 'timeField'");
  const granularity = given.get('granularity') ?? 'seconds';
  const span = new Map([
    ['seconds', 3600],
    ['minutes', 86_400],
    ['hours', 2_592_000],
  ]).get(String(granularity));
  if (span === undefined)
    throw badValue(
      `Enumeration value '${String(granularity)}' for field 'create.timeseries.granularity' is not a valid value.`,
    );
  const custom = given.get('bucketMaxSpanSeconds');
  const rounding = given.get('bucketRoundingSeconds');
  return doc({
    timeField,
    metaField,
    ...(rounding === undefined
      ? { granularity, bucketMaxSpanSeconds: int32(span) }
      : { bucketRoundingSeconds: rounding, bucketMaxSpanSeconds: custom }),
  });
}

const SERIES_OPTIONS = new Set(
  'timeField metaField granularity bucketMaxSpanSeconds bucketRoundingSeconds'.split(' '),
);

/** A view's definition out of `create` or `collMod`. @throws MongoError 73, 5 and what its stages refuse */
export function viewOptions(context: CommandContext, before: Doc): Doc {
  const { engine, db } = context;
  const name = context.collectionName();
  const on = context.string('viewOn') ?? before.get('viewOn');
  if (typeof on !== 'string' || on === '')
    throw new MongoError(73, `Invalid namespace specified '${db}.'`);
  const pipeline = context.array('pipeline') ?? before.get('pipeline') ?? [];
  for (const [stage] of stagesOf(pipeline as Value[])) {
    if (stage === '$out' || stage === '$merge')
      throw new MongoError(
        167,
        `The aggregation stage ${stage} is not allowed in a view definition`,
      );
  }
  compilePipeline(pipeline as Value[], stageContext(context, on, letVariables(context), new Set()));
  for (let next: string | undefined = on; next; next = engine.catalog.find(db, next)?.view?.on) {
    if (next === name) throw new MongoError(5, `View cycle detected: ${db}.${name}, ${db}.${on}`);
  }
  return new Map([...before, ['viewOn', on], ['pipeline', pipeline]]);
}

/** New limits of a capped collection; null where none are asked for. @throws MongoError 72 */
export function cappedChange(context: CommandContext, meta: CollectionMeta): Doc | null {
  const { body } = context;
  const options = new Map(meta.options);
  for (const [field, option] of [
    ['cappedSize', 'size'],
    ['cappedMax', 'max'],
  ] as const) {
    const value = body.get(field);
    if (value === undefined) continue;
    if (!meta.capped) throw new MongoError(72, 'Collection must be capped.');
    context.integer(field);
    options.set(option, value);
  }
  const images = context.document('changeStreamPreAndPostImages');
  if (images) options.set('changeStreamPreAndPostImages', images);
  return body.has('cappedSize') || body.has('cappedMax') || images ? options : null;
}

/** The options about validation out of `create` or `collMod`, over those there were. @throws MongoError 14 or 2 */
export function validationOptions(context: CommandContext, before: Doc): Doc {
  const options = new Map(before);
  const validator = context.document('validator');
  if (validator) {
    compileFilter(validator);
    options.set('validator', validator);
  }
  const level = context.string('validationLevel');
  if (level !== undefined) {
    if (!['off', 'strict', 'moderate'].includes(level))
      throw new MongoError(
        2,
        `Enumeration value '${level}' for field '${context.name}.validationLevel' is not a valid value.`,
      );
    options.set('validationLevel', level);
  }
  const action = context.string('validationAction');
  if (action !== undefined) {
    if (!['error', 'warn'].includes(action))
      throw new MongoError(
        2,
        `Enumeration value '${action}' for field '${context.name}.validationAction' is not a valid value.`,
      );
    options.set('validationAction', action);
  }
  return options;
}
