import { Injectable } from '@nestjs/common';
import { memberFieldsOf } from '@engawa/contracts';
import { derivedId } from '@engawa/events';
import { changedValues } from '../custom-field/custom-field.rules';
import { identityKey, type RowFields } from '../csv/csv-row.rules';
import { MemberCounts } from '../member/member-count.service';
import { newMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import type { MemberFields } from '../member/member.schema';
import { importedEvent } from './import.mapper';
import { storedRow, type ImportStep, type ReadRow, type StepScope } from './import.rules';
import type { StoredRow } from './import.schema';

/**
 * Step that adds members. Ids are derived from import and row, so a repeated step adds nothing
 * twice.
 */
@Injectable()
export class AddStep implements ImportStep {
  constructor(
    private readonly members: MemberRepository,
    private readonly counts: MemberCounts,
  ) {}

  async judge(rows: readonly ReadRow[], scope: StepScope): Promise<StoredRow[]> {
    const fit = rows.filter((row) => row.problems.length === 0);
    const keys = new Map(fit.map((row) => [row.row, identityKey(memberFields(row.fields))]));
    const existing = await this.members.findByIdentity(scope.job.space, [
      ...new Set(keys.values()),
    ]);
    return rows.map((row) => {
      const key = keys.get(row.row);
      if (key === undefined) return storedRow(row, { verdict: 'refused', problems: row.problems });
      const earlier = scope.seen.get(key);
      const same = existing.get(key);
      const other = same !== undefined && same !== idOf(scope.job.id, row.row);
      const memberId = other ? same : null;
      if (earlier === undefined) scope.seen.set(key, row.row);
      if (earlier === undefined && memberId === null) return storedRow(row, { verdict: 'add' });
      return storedRow(row, { verdict: 'duplicate', memberId, duplicateOfRow: earlier ?? null });
    });
  }

  async apply(
    rows: readonly ReadRow[],
    judged: readonly StoredRow[],
    scope: StepScope,
  ): Promise<StoredRow[]> {
    const { job } = scope;
    const added = judged.map((row): StoredRow => {
      const wanted = row.verdict === 'add' || (row.verdict === 'duplicate' && job.addDuplicates);
      if (!wanted) return row;
      return { ...row, verdict: 'add', memberId: idOf(job.id, row.row) };
    });
    const documents = rows.flatMap((row, index) =>
      added[index]!.verdict === 'add' ? [this.documentOf(row, scope)] : [],
    );
    const there = scope.repeated
      ? await this.members.findByIds(
          job.space,
          documents.map(({ id }) => id),
        )
      : [];
    const known = new Set(there.map(({ id }) => id));
    const missing = documents.filter(({ id }) => !known.has(id));
    await this.members.insertBare(job.space, missing, (document) => [
      importedEvent(job, { ...document, version: 1 }),
    ]);
    for (const document of missing) this.counts.added(job.space, document, 1);
    return added;
  }

  passOver(row: ReadRow, seen: StepScope['seen']): void {
    if (row.problems.length > 0) return;
    const key = identityKey(memberFields(row.fields));
    if (!seen.has(key)) seen.set(key, row.row);
  }

  private documentOf(row: ReadRow, { job, terms }: StepScope) {
    return newMember(idOf(job.id, row.row), memberFields(row.fields), terms, {
      imported: { importId: job.id, row: row.row, version: 1, before: null },
      photoFileName: row.fields.photoFileName ?? '',
    });
  }
}

function idOf(importId: string, row: number): string {
  return derivedId(importId, String(row));
}

function memberFields(fields: RowFields): MemberFields {
  return {
    ...memberFieldsOf(fields),
    typeId: fields.typeId ?? null,
    customFields: changedValues({}, fields.customFields ?? {}),
  };
}
