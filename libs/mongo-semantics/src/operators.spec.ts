import fc from 'fast-check';
import { ACCUMULATORS } from './aggregation/accumulator.operators';
import { compileExpression, OPERATOR_NAMES, rootScope } from './aggregation/expression';
import { compilePipeline, STAGE_NAMES } from './aggregation/pipeline';
import type { StageContext } from './aggregation/stage';
import { decodeDocument } from './bson/bson-decoder';
import { encodeDocument } from './bson/bson-encoder';
import {
  Binary,
  BSONRegExp,
  Decimal128,
  int32,
  MAX_KEY,
  MIN_KEY,
  ObjectId,
  Timestamp,
  type Doc,
  type Value,
} from './bson/bson-value';
import { MongoError } from './mongo-error';
import { parseFilter } from './query/filter-compiler';
import { compileProjection } from './query/projection';
import { compileUpdate } from './update/update-compiler';

/** Whatever operands an operator gets, it answers or refuses with MongoDB's error; it never fails in itself. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 2500);

const leaf: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(
    null,
    true,
    false,
    '',
    'a',
    '$a',
    '$b.c',
    '$$ROOT',
    '$$this',
    '%Y-%m-%d',
    'day',
    'UTC',
    'Asia/Tokyo',
    'int',
    NaN,
    Infinity,
    -1,
    0.5,
    1e300,
    MIN_KEY,
    MAX_KEY,
  ),
  fc.constantFrom<Value>(
    int32(0),
    int32(1),
    int32(-3),
    int32(2147483647),
    9223372036854775807n,
    -9223372036854775808n,
    Decimal128.fromString('1E6000'),
    Decimal128.fromString('NaN'),
    Decimal128.fromString('-0.10'),
  ),
  fc.constantFrom<Value>(
    new Date(0),
    new Date(8.64e15),
    new ObjectId('5f5f5f5f5f5f5f5f5f5f5f5f'),
    new Timestamp({ t: 5, i: 6 }),
    new Binary(new Uint8Array(3)),
    new BSONRegExp('(a)|b', 'i'),
  ),
);
const names = [
  'input',
  'cond',
  'in',
  'as',
  'initialValue',
  'date',
  'format',
  'timezone',
  'unit',
  'amount',
  'startDate',
  'endDate',
  'binSize',
  'n',
  'sortBy',
  'output',
  'field',
  'value',
  'regex',
  'options',
  'find',
  'replacement',
  'to',
  'onError',
  'onNull',
  'year',
  'month',
  'branches',
  'default',
  'vars',
  'chars',
  'inputs',
  'defaults',
  'a',
  'b',
  '$each',
  '$slice',
  '$sort',
  '$position',
  '$gt',
  '$in',
  '$elemMatch',
  '$regex',
  '$not',
  '$type',
  'path',
  'groupBy',
  'boundaries',
  'buckets',
  '_id',
  '$sum',
  '$push',
  'partitionBy',
  'newRoot',
  'size',
  'window',
  'documents',
  'p',
  'method',
];
const operand = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: leaf },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) as fc.Arbitrary<Value> },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 4 })
        .map((fields): Value => new Map(fields)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...OPERATOR_NAMES), tie('value'))
        .map(([name, value]): Value => new Map([[name, value]])),
    },
  ),
})).value;
const document = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c'), operand), { maxLength: 3 })
  .map((fields): Doc => new Map([['_id', int32(1)], ...fields]));

/** Runs and lets MongoDB's errors pass; everything else is a fault of ours. */
function tolerant(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof MongoError)) throw error;
  }
}

it('expressions', () => {
  fc.assert(
    fc.property(fc.constantFrom(...OPERATOR_NAMES), operand, document, (name, value, root) => {
      tolerant(() => {
        const result = compileExpression(new Map([[name, value]]))(rootScope(root));
        if (result !== undefined) decodeDocument(encodeDocument(new Map([['result', result]])));
      });
    }),
    { numRuns: RUNS * 2 },
  );
});

const context: StageContext = {
  db: 'd',
  variables: new Map(),
  read: () => [],
  compilePipeline: (stages) => compilePipeline(stages, context),
  openPipeline: () => [],
  describe: () => [],
};

it('stages and accumulators', () => {
  const group = fc
    .tuple(operand, fc.constantFrom(...Object.keys(ACCUMULATORS)), operand)
    .map(([id, name, value]): [string, Value] => [
      '$group',
      new Map<string, Value>([
        ['_id', id],
        ['x', new Map([[name, value]])],
      ]),
    ]);
  const stage = fc.oneof(fc.tuple(fc.constantFrom(...STAGE_NAMES), operand), group);
  fc.assert(
    fc.property(
      fc.array(stage, { minLength: 1, maxLength: 2 }),
      fc.array(document, { maxLength: 4 }),
      (stages, documents) => {
        tolerant(() => {
          for (const item of compilePipeline(
            stages.map(([name, value]) => new Map([[name, value]])),
            context,
          )(documents)) {
            if (typeof item !== 'symbol') encodeDocument(item);
          }
        });
      },
    ),
    { numRuns: RUNS * 2 },
  );
});

it('filters and projections', () => {
  const operators = [
    '$eq',
    '$gt',
    '$gte',
    '$lt',
    '$lte',
    '$ne',
    '$in',
    '$nin',
    '$not',
    '$exists',
    '$type',
    '$mod',
    '$regex',
    '$all',
    '$size',
    '$elemMatch',
    '$bitsAllSet',
    '$bitsAnyClear',
  ];
  const condition = fc
    .tuple(fc.constantFrom(...operators), operand)
    .map(([name, value]): Value => new Map([[name, value]]));
  const filter = fc
    .array(
      fc.tuple(
        fc.constantFrom('a', 'b', 'a.b', 'a.0', '$and', '$or', '$expr', '$jsonSchema'),
        fc.oneof(condition, operand),
      ),
      { maxLength: 3 },
    )
    .map((fields): Doc => new Map(fields));
  fc.assert(
    fc.property(filter, document, (where, one) => {
      tolerant(() => void parseFilter(where).matches(one));
      tolerant(() =>
        encodeDocument(compileProjection(where, { find: true, filter: () => true })(one)),
      );
    }),
    { numRuns: RUNS * 2 },
  );
});

it('updates', () => {
  const operators = [
    '$set',
    '$unset',
    '$inc',
    '$mul',
    '$min',
    '$max',
    '$rename',
    '$currentDate',
    '$setOnInsert',
    '$push',
    '$addToSet',
    '$pull',
    '$pullAll',
    '$pop',
    '$bit',
  ];
  const path = fc.constantFrom(
    'a',
    'b',
    'a.b',
    'a.0',
    'a.$',
    'a.$[]',
    'a.$[x]',
    'b.c.d',
    '_id',
    '_id.x',
    'a.5',
  );
  const update = fc
    .array(
      fc.tuple(fc.constantFrom(...operators), fc.array(fc.tuple(path, operand), { maxLength: 2 })),
      { minLength: 1, maxLength: 2 },
    )
    .map((parts): Doc => new Map(parts.map(([name, fields]) => [name, new Map(fields)])));
  fc.assert(
    fc.property(update, document, fc.boolean(), (change, one, filtered) => {
      tolerant(() => {
        const compiled = compileUpdate(
          change,
          filtered ? { arrayFilters: [new Map<string, Value>([['x', int32(1)]])] } : {},
        );
        encodeDocument(
          compiled.apply(decodeDocument(encodeDocument(one)), { position: 0, inserting: false }),
        );
      });
    }),
    { numRuns: RUNS * 2 },
  );
});
