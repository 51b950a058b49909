import { Injectable } from '@nestjs/common';
import {
  events,
  MEMBER_CSV_KEPT_DAYS,
  MEMBER_CSV_MAX_ROWS,
  memberCsvColumns,
  memberImport,
  memberImportReasons,
  type Locale,
} from '@engawa/contracts';
import type { CsvRecord } from '@engawa/csv';
import { newEvent } from '@engawa/events';
import {
  problemsText,
  type ImportDefinition,
  type ImportHeading,
  type ImportSession,
} from '@engawa/imports';
import { readHeading } from '../csv/csv-heading.rules';
import { columnText, identityKey, readRow } from '../csv/csv-row.rules';
import { CustomFieldRepository } from '../custom-field/custom-field.repository';
import { MemberCounts } from '../member/member-count.service';
import { MemberTermsReader } from '../member/member-terms.service';
import { nameKey } from '../member-type/member-type.rules';
import { AddStep } from './add-step.service';
import { ImportRevert } from './import-revert.service';
import { memberFields, type JudgedMember, type ReadRow } from './import.rules';
import { CHUNK_ROWS, type ImportDocument, type StoredRow } from './import.schema';
import { UpdateStep } from './update-step.service';

/** Imports of members: add, update, update of the type only (MBR-4, MBR-5). */
@Injectable()
export class MemberImports implements ImportDefinition<ImportDocument, JudgedMember, StoredRow> {
  readonly service = 'members';
  readonly contract = memberImport;
  readonly name = 'MemberImport';
  readonly chunkRows = CHUNK_ROWS;
  readonly maxRows = MEMBER_CSV_MAX_ROWS;
  readonly keptDays = MEMBER_CSV_KEPT_DAYS;
  readonly noCounts = { add: 0, change: 0, unchanged: 0, duplicate: 0, refused: 0 };
  readonly reasonHeading = memberCsvColumns.error;

  constructor(
    private readonly terms: MemberTermsReader,
    private readonly customFields: CustomFieldRepository,
    private readonly counts: MemberCounts,
    private readonly addStep: AddStep,
    private readonly updateStep: UpdateStep,
    readonly reversal: ImportRevert,
  ) {}

  async readHeading(
    space: string,
    headings: readonly string[],
    { mode }: Pick<ImportDocument, 'mode'>,
  ): Promise<ImportHeading> {
    const heading = readHeading(headings, mode, await this.customFields.findFields(space));
    return { ...heading, missing: heading.missing.map(columnText) };
  }

  async open(job: ImportDocument): Promise<ImportSession<JudgedMember, StoredRow>> {
    const terms = await this.terms.of(job.space);
    const { customFields } = terms;
    const typeIds = new Map([...terms.typeNames].map(([id, name]) => [nameKey(name), id]));
    const heading = { columns: job.columns, texts: job.headings };
    const isAdd = job.mode === 'add';
    const step = isAdd ? this.addStep : this.updateStep;
    const scope = { job, terms };
    /** The first row of each key. */
    const seen = new Map<string, number>();
    const read = ({ row, line, cells }: CsvRecord): ReadRow => {
      const { fields, problems } = readRow(cells, heading, { typeIds, customFields });
      const named = { row, line, fields, problems };
      if (problems.length > 0) return { ...named, key: null, earlierRow: null };
      const key = isAdd ? identityKey(memberFields(fields)) : fields.id!;
      const earlierRow = seen.get(key) ?? null;
      if (earlierRow === null) seen.set(key, row);
      return { ...named, key, earlierRow };
    };
    return {
      passOver: read,
      judge: (records, one) => step.judge(records.map(read), { ...scope, ...one }),
      apply: (judged, one) => step.apply(judged, { ...scope, ...one }),
    };
  }

  storedRow({ fields: _, ...row }: JudgedMember): StoredRow {
    return row;
  }

  forgetCached(space: string): void {
    this.counts.forget(space);
  }

  reasonOf(row: StoredRow, locale: Locale): string | null {
    if (row.verdict === 'refused') return problemsText(row.problems, memberImportReasons, locale);
    if (row.verdict !== 'duplicate') return null;
    const words = { ja: '登録済みの会員と重複しています', en: 'A likely duplicate' }[locale];
    return row.duplicateOfRow === null ? words : `${words} (${row.duplicateOfRow})`;
  }

  /** The only event of an import that webhooks get (INT-3). */
  endEvent({ space, id, state, counts, reverted }: ImportDocument, actor: string) {
    const isReverted = state === 'reverted';
    const written = isReverted
      ? { added: 0, updated: 0, reverted }
      : { added: counts.add, updated: counts.change };
    if (Object.values(written).every((count) => count === 0)) return null;
    return newEvent(events.memberImportFinished, {
      space,
      actor,
      aggregate: { type: 'memberImport', id },
      version: isReverted ? 2 : 1,
      data: { importId: id, ...written },
    });
  }
}
