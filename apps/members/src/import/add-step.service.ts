import { Injectable } from '@nestjs/common';
import { derivedId } from '@engawa/events';
import { newMember } from '../member/member.mapper';
import { MemberRepository } from '../member/member.repository';
import { importedEventOf } from './import.mapper';
import {
  judgedRow,
  memberFields,
  type JudgedMember,
  type ReadRow,
  type StepScope,
} from './import.rules';
import type { ImportDocument } from './import.schema';

/**
 * Step that adds members. Ids are derived from import and row, so a repeated step adds nothing
 * twice.
 */
@Injectable()
export class AddStep {
  constructor(private readonly members: MemberRepository) {}

  async judge(rows: readonly ReadRow[], { job }: StepScope): Promise<JudgedMember[]> {
    const asked = new Set(rows.flatMap(({ key }) => key ?? []));
    const existing = await this.members.findByIdentity(job.space, [...asked]);
    return rows.map((row) => {
      const { key, earlierRow: duplicateOfRow, problems } = row;
      if (key === null) return judgedRow(row, { verdict: 'refused', problems });
      const same = existing.get(key);
      // This row itself may have written it before a crash.
      const memberId = same !== undefined && same !== idOf(job, row) ? same : null;
      const isNew = duplicateOfRow === null && memberId === null;
      return judgedRow(row, { verdict: isNew ? 'add' : 'duplicate', memberId, duplicateOfRow });
    });
  }

  /** Adds what is wanted; returns all rows, with the verdicts of what was done. */
  async apply(judged: readonly JudgedMember[], scope: StepScope): Promise<JudgedMember[]> {
    const { job } = scope;
    const applied = judged.map((row): JudgedMember => {
      const wanted = row.verdict === 'add' || (row.verdict === 'duplicate' && job.addDuplicates);
      return wanted ? { ...row, verdict: 'add', memberId: idOf(job, row) } : row;
    });
    const documents = applied.flatMap((row) =>
      row.verdict === 'add' ? [documentOf(row, scope)] : [],
    );
    const ids = scope.repeated ? documents.map(({ id }) => id) : [];
    const known = new Set((await this.members.findByIds(job.space, ids)).map(({ id }) => id));
    const missing = documents.filter(({ id }) => !known.has(id));
    const eventOf = importedEventOf(job);
    await this.members.insertBare(job.space, missing, (document) => [
      eventOf({ ...document, version: 1 }),
    ]);
    return applied;
  }
}

function documentOf({ row, fields }: JudgedMember, { job, terms }: StepScope) {
  return newMember(idOf(job, { row }), memberFields(fields), terms, {
    imported: { importId: job.id, row, version: 1, before: null },
    photoFileName: fields.photoFileName ?? '',
  });
}

function idOf({ id }: Pick<ImportDocument, 'id'>, { row }: Pick<ReadRow, 'row'>): string {
  return derivedId(id, String(row));
}
