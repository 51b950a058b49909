import { appendFileSync } from 'node:fs';
import { badValue, failedToParse, MongoError } from './mongo-error';

/** Fields of each command, statement, index and stage; null: any. `*`: fields of every command. */
const FIELDS = {
  '*': '$db $readPreference comment readConcern writeConcern',
  hello: null,
  isMaster: null,
  ismaster: null,
  ping: null,
  buildInfo: null,
  getParameter: null,
  getLog: null,
  connectionStatus: null,
  endSessions: null,
  saslStart: null,
  saslContinue: null,
  insert: 'documents ordered',
  update: 'updates ordered',
  'update.updates': 'q u multi upsert',
  delete: 'deletes ordered',
  'delete.deletes': 'q limit',
  findAndModify: 'query sort remove update new fields upsert hint',
  find: 'filter sort projection hint skip limit batchSize singleBatch',
  getMore: 'collection batchSize',
  killCursors: 'cursors',
  count: 'query limit hint',
  distinct: 'key query',
  aggregate: 'pipeline cursor',
  $unwind: 'path',
  explain: 'verbosity',
  create: '',
  drop: '',
  dropDatabase: '',
  listCollections: 'filter nameOnly authorizedCollections cursor',
  listDatabases: 'filter nameOnly authorizedDatabases',
  createIndexes: 'indexes',
  'createIndexes.indexes': 'v key name unique sparse partialFilterExpression expireAfterSeconds',
  listIndexes: 'cursor',
  dropIndexes: 'index',
} as const satisfies { [path: string]: string | null };

type FieldPath = keyof typeof FIELDS;

const OPERATORS = {
  filter: '$and $eq $exists $gt $gte $in $lt $lte $ne $nin $nor $not $or $size $type',
  update: '$inc $max $pull $push $set $setOnInsert $unset',
  clause: '$push.$each $push.$slice',
  stage: '$count $group $limit $match $project $skip $sort $unwind',
  accumulator: '$addToSet $avg $first $last $max $min $push $sum',
  expression: '$$ROOT',
  explained: 'find',
} as const;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text;

/** The names of each kind. */
export type Names = {
  [kind in keyof typeof OPERATORS]: Words<(typeof OPERATORS)[kind]>;
} & { command: Exclude<FieldPath, '*' | `$${string}` | `${string}.${string}`> };

/** What a client gets that uses anything else: MongoDB's own error. */
const REFUSALS: { [kind in keyof Names | 'field']: (name: string) => MongoError } = {
  command: (name) => new MongoError(59, `no such command: '${name}'`),
  field: (name) =>
    name.startsWith('createIndexes.indexes.')
      ? new MongoError(197, `The field '${name}' is not valid for an index specification`)
      : new MongoError(40415, `BSON field '${name}' is an unknown field.`),
  filter: (name) => badValue(`unknown operator: ${name}`),
  update: (name) => failedToParse(`Unknown modifier: ${name}`),
  clause: (name) => badValue(`Unrecognized clause: ${name}`),
  stage: (name) => new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`),
  accumulator: (name) => new MongoError(15952, `unknown group operator '${name}'`),
  expression: (name) =>
    name.startsWith('$$')
      ? new MongoError(17276, `Use of undefined variable: ${name.slice(2)}`)
      : new MongoError(168, `Unrecognized expression '${name}'`),
  explained: (name) => new MongoError(59, `Explain failed due to unknown command: ${name}`),
};

/** Everything that clients may use, as `kind name`. */
export const SUPPORTED: ReadonlySet<string> = new Set([
  ...Object.entries(FIELDS).flatMap(([path, fields]) => [
    ...(/[*.$]/.test(path) ? [] : [`command ${path}`]),
    ...(fields?.match(/\S+/g) ?? []).map((field) => `field ${path}.${field}`),
  ]),
  ...Object.entries(OPERATORS).flatMap(([kind, names]) =>
    names.split(' ').map((name) => `${kind} ${name}`),
  ),
]);

const recordFile = process.env['EMBEDDED_MONGO_RECORD'];
const recorded = new Set<string>();

/** Appends a use to the file of the record, once. */
function record(use: string): void {
  if (recordFile === undefined || recorded.has(use)) return;
  recorded.add(use);
  appendFileSync(recordFile, `${use}\n`);
}

/** The name, if the table has it. @throws MongoError of the kind for what is not in the table */
export function supported<Kind extends keyof Names>(kind: Kind, name: string): Names[Kind] {
  const use = `${kind} ${name}`;
  record(use);
  if (!SUPPORTED.has(use)) throw REFUSALS[kind](name);
  return name as Names[Kind];
}

/** @throws MongoError 40415, or 197 for the option of an index */
export function assertFields(path: FieldPath, names: Iterable<string>): void {
  if (FIELDS[path] === null) return;
  for (const name of names) {
    const general = `field *.${name}`;
    const use = SUPPORTED.has(general) && !path.includes('.') ? general : `field ${path}.${name}`;
    record(use);
    if (!SUPPORTED.has(use)) throw REFUSALS.field(`${path}.${name}`);
  }
}
