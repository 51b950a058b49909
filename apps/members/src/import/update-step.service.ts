import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type MemberCsvColumn } from '@engawa/contracts';
import { columnText, type RowFields } from '../csv/csv-row.rules';
import { changedValues, sameValues, valueText } from '../custom-field/custom-field.rules';
import { derivedFields, fieldsOf } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { ImportMark, MemberDocument } from '../member/member.schema';
import { importedEvent } from './import.mapper';
import { storedRow, type ImportStep, type ReadRow, type StepScope } from './import.rules';
import type { StoredRow } from './import.schema';

type Fields = NonNullable<ImportMark['before']>;

/** Longest part of a value that is shown. */
const MAX_SHOWN_LENGTH = 200;

/** Step that updates members or only their type: only the columns of the file. */
@Injectable()
export class UpdateStep implements ImportStep {
  constructor(private readonly members: MemberRepository) {}

  async judge(rows: readonly ReadRow[], scope: StepScope): Promise<StoredRow[]> {
    const ids = rows.flatMap((row) => row.fields.id ?? []);
    const found = await this.members.findByIds(scope.job.space, ids);
    const byId = new Map(found.map((member) => [member.id, member]));
    return rows.map((row) => this.judgeOne(row, byId.get(row.fields.id ?? '') ?? null, scope));
  }

  async apply(
    rows: readonly ReadRow[],
    judged: readonly StoredRow[],
    scope: StepScope,
  ): Promise<readonly StoredRow[]> {
    const { space } = scope.job;
    const wanted = rows.filter((_, index) => judged[index]!.verdict === 'change');
    const ids = wanted.map((row) => row.fields.id!);
    const found = new Map((await this.members.findByIds(space, ids)).map((one) => [one.id, one]));
    const changes = wanted.flatMap((row) => {
      const member = found.get(row.fields.id!);
      const set = member && changeOf(row, member, scope);
      return set ? [{ member, set }] : [];
    });
    const eventOf = (after: MemberDocument) => importedEvent(scope.job, after);
    const changed = await this.members.setAllUnlessChanged(space, changes, eventOf);
    // Otherwise somebody changed one of them at this moment.
    if (changed < changes.length) await this.applyEach(wanted, scope);
    return judged;
  }

  passOver(row: ReadRow, seen: StepScope['seen']): void {
    const { id } = row.fields;
    if (id !== undefined && !seen.has(id)) seen.set(id, row.row);
  }

  private judgeOne(row: ReadRow, member: MemberDocument | null, scope: StepScope): StoredRow {
    const id = row.fields.id;
    const named = member ? `${member.familyName} ${member.firstName}`.trim() : undefined;
    const refuse = (problems: StoredRow['problems']) =>
      storedRow(row, { verdict: 'refused', problems, ...(named ? { name: named } : {}) });
    if (row.problems.length > 0) return refuse(row.problems);
    const problem = (reason: StoredRow['problems'][number]['reason']) =>
      refuse([{ column: columnText('id'), reason, value: id ?? '' }]);
    if (!member) return problem('unknown-member');
    if (member.deleted) return problem('deleted-member');
    const earlier = scope.seen.get(member.id);
    if (earlier !== undefined && earlier !== row.row) return problem('same-row-twice');
    scope.seen.set(member.id, row.row);
    // Done before a crash: judged by its previous values.
    const done = member.imported?.importId === scope.job.id ? member.imported : null;
    const before = { ...current(member), ...done?.before };
    const changed = difference(row.fields, before);
    return storedRow(row, {
      name: named ?? '',
      memberId: member.id,
      verdict: Object.keys(changed).length === 0 ? 'unchanged' : 'change',
      changes: Object.keys(changed).flatMap((field) => shownChange(field, before, changed, scope)),
    });
  }

  /** Members that an earlier attempt updated stay as they are. */
  private async applyEach(rows: readonly ReadRow[], scope: StepScope): Promise<void> {
    for (const row of rows) {
      await this.members.change(scope.job.space, row.fields.id!, (member, { version }) => {
        const set = changeOf(row, member, scope);
        if (!set) return null;
        return { set, events: [importedEvent(scope.job, { ...member, ...set, version })] };
      });
    }
  }
}

/** Null for a member that the row does not change, or that an earlier attempt updated. */
function changeOf(row: ReadRow, member: MemberDocument, scope: StepScope) {
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

function columnOf(field: string): MemberCsvColumn {
  return field === 'typeId' ? 'typeOfContract' : (field as MemberCsvColumn);
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
  const textOf = (fields: Fields) => {
    const value = fields[field as Exclude<keyof Fields, 'customFields'>];
    return field === 'typeId' ? (terms.typeNames.get(value ?? '') ?? '') : (value ?? '');
  };
  return [storedChange(columnText(columnOf(field)), textOf(before), textOf(changed))];
}

/** Values are cut; by the hash, a run compares the whole of the previous one. */
function storedChange(column: string, before: string, after: string): StoredRow['changes'][number] {
  const isCut = before.length >= MAX_SHOWN_LENGTH;
  return {
    column,
    before: before.slice(0, MAX_SHOWN_LENGTH),
    after: after.slice(0, MAX_SHOWN_LENGTH),
    ...(isCut ? { beforeHash: createHash('sha256').update(before).digest('base64url') } : {}),
  };
}
