import { Injectable } from '@nestjs/common';
import { type MemberCsvColumn } from '@engawa/contracts';
import { columnText, type RowFields } from '../csv/csv-row.rules';
import { derivedFields, fieldsOf, toFacts } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { ImportMark, MemberDocument } from '../member/member.schema';
import {
  keptRow,
  type AppliedStep,
  type ImportStep,
  type ReadRow,
  type SeenRows,
  type StepScope,
} from './import-step.rules';
import type { KeptRow } from './import.schema';

type Fields = NonNullable<ImportMark['before']>;

const CONCURRENT_UPDATES = 20;

/** Step that updates members or only their type: only the columns of the file. */
@Injectable()
export class UpdateStep implements ImportStep {
  constructor(private readonly members: MemberRepository) {}

  async judge(rows: readonly ReadRow[], scope: StepScope): Promise<KeptRow[]> {
    const ids = rows.flatMap((row) => row.fields.id ?? []);
    const found = await this.members.findByIds(scope.space, ids);
    const byId = new Map(found.map((member) => [member.id, member]));
    return rows.map((row) => this.judgeOne(row, byId.get(row.fields.id ?? '') ?? null, scope));
  }

  async apply(
    rows: readonly ReadRow[],
    judged: readonly KeptRow[],
    scope: StepScope,
  ): Promise<AppliedStep> {
    const facts: AppliedStep['facts'] = [];
    for (let at = 0; at < rows.length; at += CONCURRENT_UPDATES) {
      const done = await Promise.all(
        rows
          .slice(at, at + CONCURRENT_UPDATES)
          .map((row, index) =>
            judged[at + index]!.verdict === 'change' ? this.applyOne(row, scope) : null,
          ),
      );
      for (const member of done) {
        if (member) facts.push({ ...toFacts(member), version: member.version });
      }
    }
    return { rows: [...judged], facts };
  }

  passOver(row: ReadRow, seen: SeenRows): void {
    const { id } = row.fields;
    if (id !== undefined && !seen.rows.has(id)) seen.rows.set(id, row.row);
  }

  private judgeOne(row: ReadRow, member: MemberDocument | null, scope: StepScope): KeptRow {
    const id = row.fields.id;
    const named = member ? `${member.familyName} ${member.firstName}`.trim() : undefined;
    const refuse = (problems: KeptRow['problems']) =>
      keptRow(row, { verdict: 'refused', problems, ...(named ? { name: named } : {}) });
    if (row.problems.length > 0) return refuse(row.problems);
    const problem = (reason: KeptRow['problems'][number]['reason']) =>
      refuse([{ column: columnText('id'), reason, value: id ?? '' }]);
    if (!member) return problem('unknown-member');
    if (member.deleted) return problem('deleted-member');
    const earlier = scope.seen.rows.get(member.id);
    if (earlier !== undefined && earlier !== row.row) return problem('same-row-twice');
    scope.seen.rows.set(member.id, row.row);
    // Done before a crash: judged by its previous values.
    const done = member.imported?.importId === scope.importId ? member.imported : null;
    const before = { ...current(member), ...done?.before };
    const changed = difference(row.fields, before);
    return keptRow(row, {
      name: named ?? '',
      memberId: member.id,
      verdict: Object.keys(changed).length === 0 ? 'unchanged' : 'change',
      changes: Object.entries(changed).map(([field, after]) => ({
        column: columnText(columnOf(field)),
        before: shown(field, before[field as keyof Fields], scope),
        after: shown(field, after, scope),
      })),
    });
  }

  /** Returns the updated member; unchanged if it was updated before a crash. */
  private async applyOne(row: ReadRow, scope: StepScope): Promise<MemberDocument | null> {
    const result = await this.members.change(scope.space, row.fields.id!, (member, next) => {
      if (member.deleted || member.imported?.importId === scope.importId) return null;
      const before = current(member);
      const changed = difference(row.fields, before);
      if (Object.keys(changed).length === 0) return null;
      const after = { ...fieldsOf(member), photoFileName: member.photoFileName, ...changed };
      return {
        set: {
          ...after,
          ...derivedFields(after),
          imported: {
            importId: scope.importId,
            row: row.row,
            version: next.version,
            before: Object.fromEntries(
              Object.keys(changed).map((field) => [field, before[field as keyof Fields]]),
            ),
          },
        },
      };
    });
    return result?.document ?? null;
  }
}

function current(member: MemberDocument): Required<Fields> {
  return { ...fieldsOf(member), photoFileName: member.photoFileName };
}

function difference({ id: _id, ...fields }: RowFields, before: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => before[field as keyof Fields] !== value),
  );
}

function columnOf(field: string): MemberCsvColumn {
  return field === 'typeId' ? 'typeOfContract' : (field as MemberCsvColumn);
}

function shown(field: string, value: string | null | undefined, scope: StepScope): string {
  const text = field === 'typeId' ? (scope.typeNames.get(value ?? '') ?? '') : (value ?? '');
  return text.slice(0, 200);
}
