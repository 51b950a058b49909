import {
  compileExpression,
  doc,
  failedToParse,
  int32,
  isDoc,
  isNumeric,
  MongoError,
  parseFilter,
  parseSort,
  rootScope,
  toDouble,
  typeMismatch,
  typeName,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import { findHinted } from '../plan/planner';
import type { CommandContext } from './command-context';
import type { Target } from './document-write';
import { assertNamespace } from './engine';
import type { Retry } from './retry-records';

/** What a client may send in one write command. */
export const MAX_BATCH = 100_000;

/** Collects what the statements of one command did, in the form of MongoDB's answer. */
export class WriteReply {
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

export function assertBatch(count: number): void {
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

/** The collection that a write command names. @throws MongoError 73, and for a write concern as `assertWriteConcern` */
export function writtenCollection(context: CommandContext): string {
  const name = context.collectionName();
  assertNamespace(context.db, name);
  assertWriteConcern(context);
  return name;
}

/** What a command of many writes says of them all. */
export function readBatch(context: CommandContext) {
  return {
    name: writtenCollection(context),
    ordered: context.body.get('ordered') !== false,
    retry: retryOf(context),
    reply: new WriteReply(),
  };
}

/** The identity of statement `index` of a retryable write, or null. */
export function retryOf(
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

/** @throws MongoError 40415, 40414 or 14 for a statement of an update or delete that has not the form of one */
export function assertFields(
  statement: Doc,
  path: string,
  known: ReadonlySet<string>,
  required: readonly string[],
): void {
  for (const field of statement.keys()) {
    if (!known.has(field))
      throw new MongoError(40415, `BSON field '${path}.${field}' is an unknown field.`);
  }
  for (const field of ['q', ...required]) {
    if (!statement.has(field))
      throw new MongoError(40414, `BSON field '${path}.${field}' is missing but a required field`);
  }
  const filter = statement.get('q')!;
  if (!isDoc(filter))
    throw typeMismatch(
      `BSON field '${path}.q' is the wrong type '${typeName(filter)}', expected type 'object'`,
    );
}

export function targetOf(context: CommandContext, name: string, statement: Doc): Target {
  const filter = statement.get('q') as Doc;
  const strings = context.engine.strings(context.db, name, statement.get('collation'));
  return {
    filter: parseFilter(filter, {
      variables: letVariables(context),
      upsert: booleanField(statement, 'upsert'),
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

/** One update or delete of a command. */
export interface Statement {
  /** The collection. */
  readonly name: string;
  readonly document: Doc;
  readonly retry: Retry | null;
}

/**
 * Runs the statements of an update or delete command; one that cannot be read (`assertForm`) fails the command
 * before anything is done.
 */
export async function runStatements<Result>(
  context: CommandContext,
  field: 'updates' | 'deletes',
  assertForm: (statement: Doc) => void,
  run: (statement: Statement) => Promise<Result>,
  done: (reply: WriteReply, result: Result, index: number) => void,
): Promise<WriteReply> {
  const { name, ordered, retry, reply } = readBatch(context);
  const documents = [...context.documents(field)].map(({ document }) => document);
  assertBatch(documents.length);
  context.engine.assertNoView(context.db, name);
  for (const document of documents) assertForm(document);
  await eachStatement(
    documents,
    ordered,
    (document, index) =>
      run({ name, document, retry: retry && { ...retry, id: retry.statement(index) } }),
    (result, index) => done(reply, result, index),
    (index, error) => reply.fail(index, error),
  );
  return reply;
}

/** Statements of one command that may share a commit. */
const SIDE_BY_SIDE = 500;

/**
 * Runs the statements of a command: one after another up to the first that fails where they are
 * ordered, else side by side, so that they share commits. Results are told in the statements' order.
 */
async function eachStatement<Result>(
  statements: readonly Doc[],
  ordered: boolean,
  run: (statement: Doc, index: number) => Promise<Result>,
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

export function assertHint(context: CommandContext, db: string, name: string, hint: Value): void {
  const collection = context.engine.collection(db, name);
  if (isDoc(hint) && hint.has('$natural')) return;
  if (collection) findHinted(collection.meta, hint);
}

export function booleanField(statement: Doc, name: string): boolean {
  const value = statement.get(name);
  if (value === undefined || value === null) return false;
  return isNumeric(value) ? toDouble(value) !== 0 : value === true;
}

export function arrayFiltersOf(statement: Doc): { arrayFilters?: Doc[] } {
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
