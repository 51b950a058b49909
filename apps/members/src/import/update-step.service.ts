import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type MemberCsvColumn } from '@engawa/contracts';
import { cellOf, columnText, type RowFields } from '../csv/csv-row.rules';
import { changedValues, sameValues, valueText } from '../custom-field/custom-field.rules';
import { derivedFields, fieldsOf } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { ImportMark, MemberDocument } from '../member/member.schema';
import { importedEventOf } from './import.mapper';
import { judgedRow, type JudgedMember, type ReadRow, type StepScope } from './import.rules';
import type { StoredRow } from './import.schema';

type Fields = NonNullable<ImportMark['before']>;
type StoredChange = StoredRow['changes'][number];

/** Longest part of a value that is shown. */
const MAX_SHOWN_LENGTH = 200;

/** Step that updates members or only their type: only the columns of the file. */
@Injectable()
export class UpdateStep {
  constructor(private readonly members: MemberRepository) {}

  async judge(rows: readonly ReadRow[], scope: StepScope): Promise<JudgedMember[]> {
    const [members, checked] = await Promise.all([
      this.membersOf(rows, scope),
      scope.checkedRows(),
    ]);
    const shown = new Map(checked.map(({ row, changes }) => [row, changes]));
    return rows.map((row) =>
      judgeOne(row, members.get(row.fields.id), scope, shown.get(row.row) ?? null),
    );
  }

  /** Members that an earlier attempt updated stay as they are. */
  async apply(judged: readonly JudgedMember[], scope: StepScope): Promise<readonly JudgedMember[]> {
    const { job } = scope;
    const wanted = judged.filter(({ verdict }) => verdict === 'change');
    const rows = new Map(wanted.map((row) => [row.fields.id, row]));
    const members = [...(await this.membersOf(wanted, scope)).values()];
    const decide = (member: MemberDocument) => changeOf(rows.get(member.id)!, member, scope);
    await this.members.changeAll(job.space, members, decide, importedEventOf(job));
    return judged;
  }

  private async membersOf(
    rows: readonly Pick<ReadRow, 'fields'>[],
    { job }: StepScope,
  ): Promise<Map<string | undefined, MemberDocument>> {
    const ids = rows.flatMap(({ fields }) => fields.id ?? []);
    const found = await this.members.findByIds(job.space, ids);
    return new Map(found.map((member) => [member.id, member]));
  }
}

/**
 * `shown` are the changes of the row in the check, if it was checked: only these are made, so that a
 * run does not overwrite what somebody changed since.
 */
function judgeOne(
  row: ReadRow,
  member: MemberDocument | undefined,
  scope: StepScope,
  shown: StoredRow['changes'] | null,
): JudgedMember {
  const { id = '' } = row.fields;
  const named = member ? `${member.familyName} ${member.firstName}`.trim() : '';
  const refuse = (problems: StoredRow['problems']) =>
    judgedRow(row, { verdict: 'refused', problems, ...(named ? { name: named } : {}) });
  if (row.problems.length > 0) return refuse(row.problems);
  const problem = (reason: StoredRow['problems'][number]['reason']) =>
    refuse([{ column: columnText('id'), reason, value: id }]);
  if (!member) return problem('unknown-member');
  if (member.deleted) return problem('deleted-member');
  if (row.earlierRow !== null) return problem('same-row-twice');
  // Done before a crash: judged by its previous values.
  const done = member.imported?.importId === scope.job.id ? member.imported : null;
  const before = { ...current(member), ...done?.before };
  const changed = difference(row.fields, before);
  const changes = Object.keys(changed).flatMap((field) =>
    shownChange(field, before, changed, scope),
  );
  const overtaken = changes.filter(
    (change) => shown && !shown.some((earlier) => isSameBefore(earlier, change)),
  );
  if (overtaken.length > 0) {
    const reason = 'changed-since-check';
    return refuse(
      overtaken.map((change) => ({ column: change.column, reason, value: change.before })),
    );
  }
  const verdict = Object.keys(changed).length === 0 ? 'unchanged' : 'change';
  return judgedRow(row, { name: named, memberId: member.id, verdict, changes });
}

/** Null for a member that the row does not change, or that an earlier attempt updated. */
function changeOf(row: JudgedMember, member: MemberDocument, scope: StepScope) {
  if (member.deleted || member.imported?.importId === scope.job.id) return null;
  const before = current(member);
  const changed = difference(row.fields, before);
  const fields = Object.keys(changed) as (keyof Fields)[];
  if (fields.length === 0) return null;
  const after = { ...current(member), ...changed };
  return {
    ...after,
    ...derivedFields(after, scope.terms),
    imported: {
      importId: scope.job.id,
      row: row.row,
      version: member.version + 1,
      before: Object.fromEntries(fields.map((field) => [field, before[field]])),
    },
  };
}

function current(member: MemberDocument): Required<Fields> {
  return { ...fieldsOf(member), photoFileName: member.photoFileName };
}

/** The fields that the row changes, with their new values. */
function difference({ id: _id, customFields, ...fields }: RowFields, before: Fields): Fields {
  const changed: Fields = Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => before[field as keyof Fields] !== value),
  );
  if (!customFields) return changed;
  const values = changedValues(before.customFields, customFields);
  return sameValues(values, before.customFields) ? changed : { ...changed, customFields: values };
}

function shownChange(
  field: string,
  before: Fields,
  changed: Fields,
  { terms }: StepScope,
): StoredRow['changes'] {
  if (field === 'customFields') {
    return terms.customFields.flatMap((custom) => {
      const [old, now] = [before, changed].map(({ customFields }) =>
        valueText(custom, customFields?.[custom.id]),
      );
      return old === now ? [] : [storedChange(custom.name, old!, now!)];
    });
  }
  const column = field === 'typeId' ? 'typeOfContract' : (field as MemberCsvColumn);
  const textOf = (fields: Fields) =>
    cellOf(column, fields, terms.typeNames.get(fields.typeId ?? '') ?? '');
  return [storedChange(columnText(column), textOf(before), textOf(changed))];
}

/** Values are cut; by the hash, a run compares the whole of the previous one. */
function storedChange(column: string, before: string, after: string): StoredChange {
  const isCut = before.length >= MAX_SHOWN_LENGTH;
  return {
    column,
    before: before.slice(0, MAX_SHOWN_LENGTH),
    after: after.slice(0, MAX_SHOWN_LENGTH),
    ...(isCut ? { beforeHash: createHash('sha256').update(before).digest('base64url') } : {}),
  };
}

function isSameBefore(earlier: StoredChange, change: StoredChange): boolean {
  const { column, before, beforeHash = change.beforeHash } = earlier;
  return column === change.column && before === change.before && beforeHash === change.beforeHash;
}
