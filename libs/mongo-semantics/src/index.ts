// Values: what a document is, its bytes, its order.
export {
  Binary,
  BSON_UNDEFINED,
  BSONRegExp,
  BsonUndefined,
  Decimal128,
  doc,
  Int32,
  int32,
  intOrLong,
  isDoc,
  isNumeric,
  MaxKey,
  MinKey,
  ObjectId,
  RawDocument,
  Timestamp,
  typeName,
  type Doc,
  type Value,
} from './bson/bson-value';
export { decodeDocument, decodeFields, documentLength, withoutFields } from './bson/bson-decoder';
export { encodedLength, encodeDocument } from './bson/bson-encoder';
export { decimalOf } from './bson/decimal-number';
export { numberOr, toDouble } from './bson/value-arithmetic';
export {
  compareValues,
  typeClass,
  TypeClass,
  valuesEqual,
  valuesIdentical,
  type StringOrder,
} from './bson/value-comparator';
export { encodeKey, encodeKeyComponent, keyComponentEnd, keyText } from './bson/key-bytes.codec';
export {
  badValue,
  DuplicateKeyError,
  failedToParse,
  MongoError,
  typeMismatch,
} from './mongo-error';

// Queries: filters, projections, sorts, collations.
export { andOf, compileFilter, parseFilter } from './query/filter-compiler';
export { integerOperand } from './bson/value-arithmetic';
export type { FilterNode } from './query/filter-node';
export type { MatchDetails, Matcher } from './query/matcher';
export { literalPrefix } from './query/pattern';
export {
  compileProjection,
  plainExclusion,
  plainInclusion,
  type Projection,
} from './query/projection';
export { parseSort, Sorter, type SortField } from './query/sort-order';
export { isFoldable, parseCollation, wholeCollation } from './query/collation';
export { foldValue } from './query/collation-fold';
export { showDocument, showKey, showValue } from './query/shell-text';

// Updates.
export { compileUpdate, documentOfFilter, type CompiledUpdate } from './update/update-compiler';
export { fillTimestamps } from './update/timestamps';

// Aggregation: expressions, stages, pipelines.
export { compileExpression, rootScope } from './aggregation/expression';
export {
  assertStageExists,
  compilePipeline,
  fieldsRead,
  INITIAL_STAGES,
  stagesOf,
} from './aggregation/pipeline';
export type { Flow, StageContext } from './aggregation/stage';
export { atOnce, PAUSE, pausingSort, type Pausing } from './pause';
export { compileUpdatePipeline } from './aggregation/update-pipeline';
