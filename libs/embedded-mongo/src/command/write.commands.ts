import { findHinted } from '../query/planner';
import { assertStageExists, stagesOf } from '../aggregation/pipeline';
import { compileExpression, rootScope } from '../aggregation/expression';
import { doc, int32, isDoc, isNumeric, typeName, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { failedToParse, MongoError, typeMismatch } from '../mongo-error';
import { Slices } from '../query/document-source';
import { parseFilter } from '../query/filter-compiler';
import { compileProjection } from '../query/projection';
import { parseSort } from '../query/sort-order';
import { assertNamespace } from './engine';
import type { Retry } from './retry-records';
import { compileUpdate, type CompiledUpdate } from '../update/update-compiler';
import type { CommandContext } from './command-context';
import {
  applyUpdate,
  prepareInsert,
  upsertDocument,
  writeMany,
  writeOne,
  type Target,
} from './document-write';

/** What a client may send in one write command. */
export const MAX_BATCH = 100_000;
const INSERTS_PER_COMMIT = 500;

/** Collects what the statements of one command did, in the form of MongoDB's answer. */
class WriteReply {
  n = 0;
  modified = 0;
  readonly upserted: Doc[] = [];
  readonly errors: Doc[] = [];

  fail(index: number, error: unknown): void {
    if (!(error instanceof MongoError)) throw error;
    // Errors of the server as a whole are not those of one statement.
    if (error.code === 11600 || error.code === 50 || error.code === 225) throw error;
    this.errors.push(
      doc({
        index: int32(index),
        code: int32(error.code),
        ...(error.details ?? {}),
        errmsg: error.message,
      }),
    );
  }

  document(withModified: boolean): Doc {
    const reply = doc({ n: int32(this.n) });
    if (withModified) reply.set('nModified', int32(this.modified));
    if (this.upserted.length > 0) reply.set('upserted', this.upserted);
    if (this.errors.length > 0) reply.set('writeErrors', this.errors);
    reply.set('ok', 1);
    return reply;
  }
}

function assertBatch(count: number): void {
  if (count === 0)
    throw new MongoError(16, 'Write batch sizes must be between 1 and 100000. Got 0 operations.');
  if (count > MAX_BATCH)
    throw new MongoError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${count} operations.`,
    );
}

/**
 * Looks at the write concern. What a replica set of one cannot keep it reports beside what it did.
 * @throws MongoError for a write concern that no server takes, or that a stand-alone one cannot keep
 */
export function assertWriteConcern(context: CommandContext): void {
  const concern = context.document('writeConcern');
  if (!concern) return;
  for (const name of concern.keys()) {
    if (!['w', 'j', 'wtimeout', 'fsync', 'provenance'].includes(name)) {
      throw new MongoError(9, `BSON field 'writeConcern.${name}' is an unknown field.`);
    }
  }
  const w = concern.get('w');
  if (w === undefined) return;
  if (isNumeric(w)) {
    const number = toDouble(w);
    if (number < 0 || number > 50)
      throw failedToParse(
        'w has to be a non-negative number and not greater than 50; found: ' + number,
      );
    const member = context.engine.replication;
    if (number > 1 && member) {
      context.concernError = doc({
        code: int32(100),
        codeName: 'UnsatisfiableWriteConcern',
        errmsg: 'Not enough data-bearing nodes',
        errInfo: doc({ writeConcern: concern }),
      });
    } else if (number > 1)
      throw new MongoError(2, "cannot use 'w' > 1 when a host is not replicated");
  } else if (typeof w === 'string') {
    if (w !== 'majority' && context.engine.replication) {
      context.concernError = doc({
        code: int32(79),
        codeName: 'UnknownReplWriteConcern',
        errmsg: `No write concern mode named '${w}' found in replica set configuration`,
        errInfo: doc({ writeConcern: concern }),
      });
    } else if (w !== 'majority')
      throw new MongoError(
        2,
        `cannot use non-majority 'w' mode ${w} when a host is not a member of a replica set`,
      );
  } else if (!isDoc(w)) throw failedToParse('w has to be a number, string, or object');
}

/** The identity of statement `index` of a retryable write, or null. */
function retryOf(
  context: CommandContext,
): { session: string; number: bigint; statement: (index: number) => number } | null {
  const number = context.transactionNumber;
  if (number === null) return null;
  const session = context.session;
  if (!session)
    throw new MongoError(72, 'Transaction number requires a session ID to also be specified');
  const ids = context.array('stmtIds');
  const first = context.integer('stmtId') ?? 0;
  return {
    session,
    number,
    statement: (index) => (ids ? toDouble(ids[index] as number) : first + index),
  };
}

export async function insertCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  assertNamespace(db, name);
  assertWriteConcern(context);
  const ordered = context.body.get('ordered') !== false;
  const retry = retryOf(context);
  const bypass = context.boolean('bypassDocumentValidation');
  const keepTimestamps = context.boolean('bypassEmptyTsReplacement');
  const reply = new WriteReply();
  const entries: { index: number; document: Doc; bytes: Buffer }[] = [];
  let count = 0;
  let prepared: MongoError | null = null;
  const slices = new Slices();
  for (const { document, bytes } of context.documents('documents')) {
    const index = count++;
    if (slices.due()) await slices.pause();
    if (prepared && ordered) continue;
    try {
      const ready = prepareInsert(document, bytes, keepTimestamps);
      if (ready.bytes.length > 16777216) throw tooLarge(ready.bytes.length);
      entries.push({ index, ...ready });
    } catch (error) {
      reply.fail(index, error);
      prepared = error as MongoError;
    }
  }
  assertBatch(count);
  const early = [...reply.errors];
  reply.errors.length = 0;
  let stopped = false;
  for (let at = 0; at < entries.length && !stopped;) {
    at = await engine.store.write(() => {
      const collection = engine.obtain(db, name);
      const start = performance.now();
      const earlier = retry && engine.retries.outcomes(retry.session, retry.number);
      const runs: { id: number; count: number }[] = [];
      let i = at;
      for (; i < Math.min(entries.length, at + INSERTS_PER_COMMIT); i++) {
        // A commit holds up the others, so it is cut when it takes long.
        if (i > at && performance.now() - start > 8) break;
        const { index, document, bytes } = entries[i]!;
        try {
          if (earlier?.(retry!.statement(index))) {
            reply.n++;
            continue;
          }
          collection.insert(document, bytes, bypass);
          if (retry) extendRuns(runs, retry.statement(index));
          reply.n++;
          engine.metrics.documents.inserted++;
        } catch (error) {
          reply.fail(index, error);
          if (ordered) {
            stopped = true;
            break;
          }
        }
      }
      for (const { id, count: length } of runs)
        engine.retries.remember({ ...retry!, id }, doc({ n: int32(1) }), length);
      return i;
    });
  }
  if (!stopped) reply.errors.push(...early);
  reply.errors.sort(
    (a, b) => toDouble(a.get('index') as number) - toDouble(b.get('index') as number),
  );
  engine.metrics.counters.insert += count;
  return reply.document(false);
}

function extendRuns(runs: { id: number; count: number }[], id: number): void {
  const last = runs.at(-1);
  if (last && last.id + last.count === id) last.count++;
  else runs.push({ id, count: 1 });
}

function tooLarge(size: number): MongoError {
  return new MongoError(
    10334,
    `BSONObj size: ${size} (0x${size.toString(16).toUpperCase()}) is invalid. Size must be between 0 and 16793600(16MB) First element: _id`,
  );
}

function targetOf(
  context: CommandContext,
  name: string,
  statement: Doc,
  filterField: string,
): Target {
  const filter = statement.get(filterField);
  if (filter === undefined) {
    throw new MongoError(
      40414,
      `BSON field '${context.name}.${context.name === 'delete' ? 'deletes' : 'updates'}.${filterField}' is missing but a required field`,
    );
  }
  if (!isDoc(filter)) {
    throw typeMismatch(
      `BSON field '${context.name}.${context.name === 'delete' ? 'deletes' : 'updates'}.${filterField}' is the wrong type '${typeName(filter)}', expected type 'object'`,
    );
  }
  const strings = context.engine.strings(context.db, name, statement.get('collation'));
  return {
    filter: parseFilter(filter, {
      variables: letVariables(context),
      ...(strings ? { strings } : {}),
    }),
    sort: parseSort(statement.get('sort')),
    ...hintOf(statement),
    ...(strings ? { strings } : {}),
  };
}

export function hintOf(statement: Doc): { hint?: Value } {
  const hint = statement.get('hint');
  return hint === undefined || (isDoc(hint) && hint.size === 0) ? {} : { hint };
}

/** The variables of the command's `let`, computed once. */
export function letVariables(context: CommandContext): Doc {
  const given = context.document('let');
  const variables: Doc = new Map([['NOW', new Date()]]);
  if (given) {
    for (const [name, expression] of given) {
      const evaluate = compileExpression(expression, variables.keys());
      const value = evaluate(rootScope(new Map(), variables));
      variables.set(name, value ?? null);
    }
  }
  return variables;
}

export async function updateCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  assertNamespace(db, name);
  assertWriteConcern(context);
  const ordered = context.body.get('ordered') !== false;
  const retry = retryOf(context);
  const reply = new WriteReply();
  const statements = [...context.documents('updates')];
  assertBatch(statements.length);
  engine.assertNoView(db, name);
  for (const { document } of statements) {
    const update = document.get('u');
    if (Array.isArray(update)) for (const [stage] of stagesOf(update)) assertStageExists(stage);
  }
  await eachStatement(
    statements,
    ordered,
    ({ document: statement }, index) =>
      updateStatement(
        context,
        db,
        name,
        statement,
        retry && { ...retry, id: retry.statement(index) },
      ),
    (result, index) => {
      reply.n += result.n;
      reply.modified += result.modified;
      if (result.upserted !== undefined)
        reply.upserted.push(doc({ index: int32(index), _id: result.upserted }));
    },
    (index, error) => reply.fail(index, error),
  );
  engine.metrics.counters.update += statements.length;
  return reply.document(true);
}

/** Statements of one command that may share a commit. */
const SIDE_BY_SIDE = 500;

/**
 * Runs the statements of a command: one after another up to the first that fails where they are
 * ordered, else side by side, so that they share commits. Results are told in the statements' order.
 */
async function eachStatement<Statement, Result>(
  statements: readonly Statement[],
  ordered: boolean,
  run: (statement: Statement, index: number) => Promise<Result>,
  done: (result: Result, index: number) => void,
  failed: (index: number, error: unknown) => void,
): Promise<void> {
  const together = ordered ? 1 : SIDE_BY_SIDE;
  for (let from = 0; from < statements.length; from += together) {
    const outcomes = await Promise.allSettled(
      statements
        .slice(from, from + together)
        .map((statement, offset) => run(statement, from + offset)),
    );
    for (const [offset, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') done(outcome.value, from + offset);
      else {
        failed(from + offset, outcome.reason);
        if (ordered) return;
      }
    }
  }
}

interface UpdateResult {
  n: number;
  modified: number;
  upserted?: Value;
}

const UPDATE_FIELDS = new Set([
  'q',
  'u',
  'c',
  'multi',
  'upsert',
  'collation',
  'arrayFilters',
  'hint',
  'sort',
  'upsertSupplied',
  'sampleId',
  'allowShardKeyUpdatesWithoutFullShardKeyInQuery',
]);

async function updateStatement(
  context: CommandContext,
  db: string,
  name: string,
  statement: Doc,
  retry: Retry | null,
): Promise<UpdateResult> {
  const { engine } = context;
  for (const field of statement.keys()) {
    if (!UPDATE_FIELDS.has(field))
      throw new MongoError(40415, `BSON field 'update.updates.${field}' is an unknown field.`);
  }
  const multi = booleanField(statement, 'multi');
  const upsert = booleanField(statement, 'upsert');
  if (multi && statement.has('sort')) throw failedToParse('Cannot specify sort with multi=true');
  const target = targetOf(context, name, statement, 'q');
  const u = statement.get('u');
  if (u === undefined)
    throw new MongoError(40414, "BSON field 'update.updates.u' is missing but a required field");
  const update = compileUpdate(u, {
    ...arrayFiltersOf(statement),
    strings: target.strings,
    variables: pipelineVariables(context, statement),
    keepTimestamps: context.boolean('bypassEmptyTsReplacement'),
  });
  if (multi && update.kind === 'replacement')
    throw failedToParse('multi update is not supported for replacement-style update');
  if (multi && retry) throw new MongoError(72, 'Cannot use retryable writes with multi=true');
  if (target.hint !== undefined) assertHint(context, db, name, target.hint);
  const result: UpdateResult = { n: 0, modified: 0 };
  if (multi) {
    const collection = engine.collection(db, name);
    if (collection) {
      await writeMany(engine, collection, target, context.deadline, (where, located) => {
        result.n++;
        if (
          applyUpdate(engine, where, located, update, context.boolean('bypassDocumentValidation'))
            .changed
        )
          result.modified++;
      });
    }
    if (result.n > 0 || !upsert) return result;
  }
  return writeOne(
    engine,
    db,
    name,
    target,
    context.deadline,
    () => {
      const outcome = retry && engine.retries.outcome(retry);
      if (!outcome) return null;
      return {
        n: toDouble(outcome.get('n') as number),
        modified: toDouble(outcome.get('modified') as number),
        ...(outcome.has('upserted') ? { upserted: outcome.get('upserted')! } : {}),
      };
    },
    (collection, located) => {
      const { changed } = applyUpdate(
        engine,
        collection,
        located,
        update,
        context.boolean('bypassDocumentValidation'),
      );
      const done: UpdateResult = { n: 1, modified: changed ? 1 : 0 };
      if (retry)
        engine.retries.remember(retry, doc({ n: int32(1), modified: int32(done.modified) }));
      return done;
    },
    () => {
      if (!upsert) return { n: 0, modified: 0 };
      const upserted = insertUpsert(context, db, name, target, update, statement);
      if (retry) engine.retries.remember(retry, doc({ n: int32(1), modified: int32(0), upserted }));
      return { n: 1, modified: 0, upserted };
    },
  );
}

function assertHint(context: CommandContext, db: string, name: string, hint: Value): void {
  const collection = context.engine.collection(db, name);
  if (isDoc(hint) && hint.has('$natural')) return;
  if (collection) findHinted(collection.meta, hint);
}

function booleanField(statement: Doc, name: string): boolean {
  const value = statement.get(name);
  if (value === undefined || value === null) return false;
  return isNumeric(value) ? toDouble(value) !== 0 : value === true;
}

function arrayFiltersOf(statement: Doc): { arrayFilters?: Doc[] } {
  const filters = statement.get('arrayFilters');
  if (filters === undefined) return {};
  if (!Array.isArray(filters)) throw typeMismatch('arrayFilters must be an array');
  return {
    arrayFilters: filters.map((filter) => {
      if (!isDoc(filter)) throw typeMismatch('arrayFilters entries must be objects');
      return filter;
    }),
  };
}

function pipelineVariables(context: CommandContext, statement: Doc): Doc {
  const variables = letVariables(context);
  const constants = statement.get('c');
  if (isDoc(constants)) for (const [name, value] of constants) variables.set(name, value);
  return variables;
}

/** Inserts what an upsert of a target makes; returns its `_id`. Inside a write transaction. */
function insertUpsert(
  context: CommandContext,
  db: string,
  name: string,
  target: Target,
  update: CompiledUpdate,
  statement: Doc,
): Value {
  const supplied = booleanField(statement, 'upsertSupplied')
    ? (statement.get('c') as Doc | undefined)?.get('new')
    : undefined;
  const made = upsertDocument(target.filter, update, isDoc(supplied) ? supplied : undefined);
  const { document, bytes } = prepareInsert(
    made,
    null,
    context.boolean('bypassEmptyTsReplacement'),
  );
  context.engine
    .obtain(db, name)
    .insert(document, bytes, context.boolean('bypassDocumentValidation'));
  context.engine.metrics.documents.inserted++;
  return document.get('_id')!;
}

export async function deleteCommand(context: CommandContext): Promise<Doc> {
  const { engine, db } = context;
  const name = context.collectionName();
  assertNamespace(db, name);
  assertWriteConcern(context);
  const ordered = context.body.get('ordered') !== false;
  const retry = retryOf(context);
  const reply = new WriteReply();
  const statements = [...context.documents('deletes')];
  assertBatch(statements.length);
  engine.assertNoView(db, name);
  await eachStatement(
    statements,
    ordered,
    ({ document: statement }, index) => {
      engine.metrics.counters.delete++;
      return deleteStatement(
        context,
        db,
        name,
        statement,
        retry && { ...retry, id: retry.statement(index) },
      );
    },
    (removed) => {
      reply.n += removed;
    },
    (index, error) => reply.fail(index, error),
  );
  return reply.document(false);
}

async function deleteStatement(
  context: CommandContext,
  db: string,
  name: string,
  statement: Doc,
  retry: Retry | null,
): Promise<number> {
  const { engine } = context;
  for (const field of statement.keys()) {
    if (!['q', 'limit', 'collation', 'hint', 'sampleId'].includes(field)) {
      throw new MongoError(40415, `BSON field 'delete.deletes.${field}' is an unknown field.`);
    }
  }
  const limitValue = statement.get('limit');
  if (limitValue === undefined)
    throw new MongoError(
      40414,
      "BSON field 'delete.deletes.limit' is missing but a required field",
    );
  const limit = isNumeric(limitValue) ? toDouble(limitValue) : NaN;
  if (limit !== 0 && limit !== 1)
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${limit}`);
  const target = targetOf(context, name, statement, 'q');
  if (target.hint !== undefined) assertHint(context, db, name, target.hint);
  if (limit === 0) {
    if (retry) throw new MongoError(72, 'Cannot use retryable writes with limit=0');
    const collection = engine.collection(db, name);
    let n = 0;
    if (collection) {
      await writeMany(engine, collection, target, context.deadline, (where, located) => {
        where.remove(located.record, located.document, located.length);
        engine.metrics.documents.deleted++;
        n++;
      });
    }
    return n;
  }
  return writeOne(
    engine,
    db,
    name,
    target,
    context.deadline,
    () => {
      const outcome = retry && engine.retries.outcome(retry);
      return outcome ? toDouble(outcome.get('n') as number) : null;
    },
    (collection, located) => {
      collection.remove(located.record, located.document, located.length);
      engine.metrics.documents.deleted++;
      if (retry) engine.retries.remember(retry, doc({ n: int32(1) }));
      return 1;
    },
    () => 0,
  );
}

/** `findAndModify` in all its forms: update, replace, pipeline, remove, upsert; old or new document. */
export async function findAndModifyCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = context.collectionName();
  assertNamespace(db, name);
  assertWriteConcern(context);
  const remove = context.boolean('remove');
  const upsert = context.boolean('upsert');
  const wantsNew = context.boolean('new');
  const updateValue = body.get('update');
  if (remove && updateValue !== undefined)
    throw failedToParse('Cannot specify both an update and remove=true');
  if (!remove && updateValue === undefined)
    throw failedToParse('Either an update or remove=true must be specified');
  if (remove && upsert) throw failedToParse('Cannot specify both upsert=true and remove=true');
  if (remove && wantsNew)
    throw failedToParse(
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  if (remove && body.has('arrayFilters'))
    throw failedToParse('Cannot specify arrayFilters and remove=true');
  const query = context.document('query') ?? new Map();
  const variables = letVariables(context);
  const strings = engine.strings(db, name, body.get('collation'));
  const filter = parseFilter(query, { variables, ...(strings ? { strings } : {}) });
  const target: Target = {
    filter,
    sort: parseSort(body.get('sort')),
    ...hintOf(body),
    ...(strings ? { strings } : {}),
  };
  const update = remove
    ? null
    : compileUpdate(updateValue!, {
        ...arrayFiltersOf(body),
        strings,
        variables,
        keepTimestamps: context.boolean('bypassEmptyTsReplacement'),
      });
  const fields = context.document('fields') ?? context.document('projection');
  const projection =
    fields && fields.size > 0
      ? compileProjection(fields, { find: true, variables, filter: filter.matches })
      : null;
  if (target.hint !== undefined) assertHint(context, db, name, target.hint);
  const many = retryOf(context);
  const retry = many && { ...many, id: many.statement(0) };
  const shown = (document: Doc | null): Doc | null =>
    document && projection ? projection(document) : document;
  const answer = (lastErrorObject: Doc, value: Doc | null): Doc => {
    const reply = doc({ lastErrorObject, value, ok: 1 });
    if (retry) engine.retries.remember(retry, doc({ lastErrorObject, value }));
    return reply;
  };
  engine.metrics.counters.command++;
  return writeOne<Doc>(
    engine,
    db,
    name,
    target,
    context.deadline,
    () => {
      const outcome = retry && engine.retries.outcome(retry);
      return outcome
        ? doc({
            lastErrorObject: outcome.get('lastErrorObject')!,
            value: outcome.get('value')!,
            retriedStmtIds: [int32(retry!.id)],
            ok: 1,
          })
        : null;
    },
    (collection, located) => {
      if (!update) {
        const value = shown(located.document);
        collection.remove(located.record, located.document, located.length);
        engine.metrics.documents.deleted++;
        return answer(doc({ n: int32(1) }), value);
      }
      // Shown before anything is written, so that an error of the projection leaves nothing half done.
      const old = wantsNew ? null : shown(located.document);
      const { after } = applyUpdate(
        engine,
        collection,
        located,
        update,
        context.boolean('bypassDocumentValidation'),
      );
      return answer(doc({ n: int32(1), updatedExisting: true }), wantsNew ? shown(after) : old);
    },
    () => {
      if (!update || !upsert) {
        return update
          ? answer(doc({ n: int32(0), updatedExisting: false }), null)
          : answer(doc({ n: int32(0) }), null);
      }
      const { document, bytes } = prepareInsert(
        upsertDocument(filter, update),
        null,
        context.boolean('bypassEmptyTsReplacement'),
      );
      engine.obtain(db, name).insert(document, bytes, context.boolean('bypassDocumentValidation'));
      engine.metrics.documents.inserted++;
      return answer(
        doc({ n: int32(1), updatedExisting: false, upserted: document.get('_id')! }),
        wantsNew ? shown(document) : null,
      );
    },
  );
}
