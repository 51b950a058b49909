import {
  compileProjection,
  compileUpdate,
  doc,
  failedToParse,
  int32,
  parseFilter,
  parseSort,
  type Doc,
} from '@engawa/mongo-semantics';
import type { CommandContext } from './command-context';
import { applyUpdate, insertUpsert, writeOne, type Target } from './document-write';
import {
  arrayFiltersOf,
  assertHint,
  hintOf,
  letVariables,
  retryOf,
  writtenCollection,
} from './write-request';

/** `findAndModify` in all its forms: update, replace, pipeline, remove, upsert; old or new document. */
export async function findAndModifyCommand(context: CommandContext): Promise<Doc> {
  const { engine, db, body } = context;
  const name = writtenCollection(context);
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
  const filter = parseFilter(query, { variables, upsert, ...(strings ? { strings } : {}) });
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
  return writeOne(context, name, target, retry, {
    again: (outcome) =>
      doc({
        lastErrorObject: outcome.get('lastErrorObject')!,
        value: outcome.get('value')!,
        retriedStmtIds: [int32(retry!.id)],
        ok: 1,
      }),
    found: (collection, located) => {
      if (!update) {
        const value = shown(located.document);
        collection.remove(located.record, located.document, located.length);
        engine.metrics.documents.deleted++;
        return answer(doc({ n: int32(1) }), value);
      }
      // Shown before anything is written, so that an error of the projection leaves nothing half done.
      const old = wantsNew ? null : shown(located.document);
      const { after } = applyUpdate(context, collection, located, update);
      return answer(doc({ n: int32(1), updatedExisting: true }), wantsNew ? shown(after) : old);
    },
    missing: () => {
      if (!update) return answer(doc({ n: int32(0) }), null);
      if (!upsert) return answer(doc({ n: int32(0), updatedExisting: false }), null);
      const document = insertUpsert(context, name, filter, update);
      return answer(
        doc({ n: int32(1), updatedExisting: false, upserted: document.get('_id')! }),
        wantsNew ? shown(document) : null,
      );
    },
  });
}
