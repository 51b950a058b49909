import { doc, int32, type Doc } from '../bson/bson-value';
import { failedToParse } from '../mongo-error';
import { parseFilter } from '../query/filter-compiler';
import { compileProjection } from '../query/projection';
import { parseSort } from '../query/sort-order';
import { compileUpdate } from '../update/update-compiler';
import type { CommandContext } from './command-context';
import { hintOf } from './cursor.command';
import { applyUpdate, insertUpsert, removeLocated, writeOne } from './document-write';
import { writtenCollection } from './write-request';

/** `findAndModify` in its forms: update, replace, remove, upsert; returns the old or the new document. */
export async function findAndModifyCommand(context: CommandContext): Promise<Doc> {
  const { body } = context;
  const name = writtenCollection(context);
  const remove = context.boolean('remove');
  const upsert = context.boolean('upsert');
  const wantsNew = context.boolean('new');
  if (remove === body.has('update'))
    throw failedToParse('Either an update or remove=true must be specified');
  if (remove && (upsert || wantsNew))
    throw failedToParse('Cannot specify both upsert=true or new=true and remove=true');
  const query = context.document('query') ?? new Map();
  const sort = parseSort(body.get('sort'));
  const target = { filter: parseFilter(query), sort, hint: hintOf(body) };
  const update = remove ? null : compileUpdate(body.get('update')!);
  const fields = context.document('fields');
  const projection = fields && fields.size > 0 ? compileProjection(fields) : null;
  const shown = (document: Doc): Doc => (projection ? projection(document) : document);
  const answer = (lastErrorObject: Doc, value: Doc | null): Doc =>
    doc({ lastErrorObject, value, ok: 1 });
  return writeOne(context, name, target, {
    found: (located) => {
      // Projected before the write, so that an error of the projection changes nothing.
      const old = shown(located.document);
      if (!update) {
        removeLocated(located);
        return answer(doc({ n: int32(1) }), old);
      }
      const { after } = applyUpdate(located, update);
      return answer(doc({ n: int32(1), updatedExisting: true }), wantsNew ? shown(after) : old);
    },
    missing: (database) => {
      if (!update) return answer(doc({ n: int32(0) }), null);
      if (!upsert) return answer(doc({ n: int32(0), updatedExisting: false }), null);
      const document = insertUpsert(database, name, target.filter, update);
      return answer(
        doc({ n: int32(1), updatedExisting: false, upserted: document.get('_id')! }),
        wantsNew ? shown(document) : null,
      );
    },
  });
}
