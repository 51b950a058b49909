import { assertStageExists, stagesOf } from '../aggregation/pipeline';
import { doc, int32, isDoc, typeName, type Doc, type Value } from '../bson/bson-value';
import { toDouble } from '../bson/value-arithmetic';
import { MongoError, failedToParse, typeMismatch } from '../mongo-error';
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
import { assertNamespace } from './engine';
import type { Retry } from './retry-records';
import {
  WriteReply,
  arrayFiltersOf,
  assertBatch,
  assertFields,
  assertHint,
  assertWriteConcern,
  booleanField,
  eachStatement,
  letVariables,
  retryOf,
  targetOf,
} from './write-request';

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
    assertFields(document, 'update.updates', UPDATE_FIELDS, ['u']);
    for (const option of ['multi', 'upsert']) {
      const value = document.get(option);
      if (value !== undefined && typeof value !== 'boolean')
        throw typeMismatch(
          `BSON field 'update.updates.${option}' is the wrong type '${typeName(value)}', expected type 'bool'`,
        );
    }
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
  const multi = booleanField(statement, 'multi');
  const upsert = booleanField(statement, 'upsert');
  if (multi && statement.has('sort')) throw failedToParse('Cannot specify sort with multi=true');
  const target = targetOf(context, name, statement);
  const update = compileUpdate(statement.get('u')!, {
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
