import {
  assertStageExists,
  compileUpdate,
  doc,
  failedToParse,
  int32,
  isDoc,
  MongoError,
  stagesOf,
  toDouble,
  typeMismatch,
  typeName,
  type Doc,
  type Value,
} from '@engawa/mongo-semantics';
import type { CommandContext } from './command-context';
import { applyUpdate, insertUpsert, writeMany, writeOne } from './document-write';
import {
  arrayFiltersOf,
  assertFields,
  assertHint,
  booleanField,
  letVariables,
  runStatements,
  targetOf,
  type Statement,
} from './write-request';

export async function updateCommand(context: CommandContext): Promise<Doc> {
  const reply = await runStatements(
    context,
    'updates',
    assertStatement,
    (statement) => {
      context.engine.metrics.counters.update++;
      return updateStatement(context, statement);
    },
    (told, result, index) => {
      told.n += result.n;
      told.modified += result.modified;
      if (result.upserted !== undefined)
        told.upserted.push(doc({ index: int32(index), _id: result.upserted }));
    },
  );
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
  'upsertSupplied',
  'sampleId',
  'allowShardKeyUpdatesWithoutFullShardKeyInQuery',
]);

/** @throws MongoError 14, 40324, 40414 or 40415 */
function assertStatement(statement: Doc): void {
  assertFields(statement, 'update.updates', UPDATE_FIELDS, ['u']);
  for (const option of ['multi', 'upsert']) {
    const value = statement.get(option);
    if (value !== undefined && typeof value !== 'boolean')
      throw typeMismatch(
        `BSON field 'update.updates.${option}' is the wrong type '${typeName(value)}', expected type 'bool'`,
      );
  }
  const update = statement.get('u');
  if (Array.isArray(update)) for (const [stage] of stagesOf(update)) assertStageExists(stage);
}

async function updateStatement(
  context: CommandContext,
  { name, document: statement, retry }: Statement,
): Promise<UpdateResult> {
  const { engine, db } = context;
  const multi = booleanField(statement, 'multi');
  const upsert = booleanField(statement, 'upsert');
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
        if (applyUpdate(context, where, located, update).changed) result.modified++;
      });
    }
    if (result.n > 0 || !upsert) return result;
  }
  const remember = (outcome: { [field: string]: Value }): void => {
    if (retry) engine.retries.remember(retry, doc(outcome));
  };
  return writeOne<UpdateResult>(context, name, target, retry, {
    again: (outcome) => ({
      n: toDouble(outcome.get('n') as number),
      modified: toDouble(outcome.get('modified') as number),
      ...(outcome.has('upserted') ? { upserted: outcome.get('upserted')! } : {}),
    }),
    found: (collection, located) => {
      const { changed } = applyUpdate(context, collection, located, update);
      const modified = changed ? 1 : 0;
      remember({ n: int32(1), modified: int32(modified) });
      return { n: 1, modified };
    },
    missing: () => {
      if (!upsert) return { n: 0, modified: 0 };
      const supplied = booleanField(statement, 'upsertSupplied')
        ? (statement.get('c') as Doc | undefined)?.get('new')
        : undefined;
      const given = isDoc(supplied) ? supplied : undefined;
      const upserted = insertUpsert(context, name, target.filter, update, given).get('_id')!;
      remember({ n: int32(1), modified: int32(0), upserted });
      return { n: 1, modified: 0, upserted };
    },
  });
}

function pipelineVariables(context: CommandContext, statement: Doc): Doc {
  const variables = letVariables(context);
  const constants = statement.get('c');
  if (isDoc(constants)) for (const [name, value] of constants) variables.set(name, value);
  return variables;
}
