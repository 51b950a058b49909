import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { DownloadMembersQuery, Locale, MemberImportMode } from '@engawa/contracts';
import { csvLine } from '@engawa/csv';
import { newId } from '@engawa/events';
import { auditEvent } from '../audit/audit-event.mapper';
import { exportColumns, headingsOf, templateColumns } from '../csv/csv-heading.rules';
import { cellOf } from '../csv/csv-row.rules';
import { typeFilterOf } from '../member/member-list.rules';
import { MemberRepository } from '../member/member.repository';
import type { MemberDocument } from '../member/member.schema';
import { MemberTermsReader } from '../member/member-terms.service';
import { CustomFieldRepository } from '../custom-field/custom-field.repository';
import { shownValues, valueText, type StoredCustomField } from '../custom-field/custom-field.rules';
import { ExportRepository } from './export.repository';

/** Members per batch; no more are in memory. */
const BATCH_SIZE = 500;
const BOM = '\ufeff';

/** CSVs that spreadsheets open directly: UTF-8 with byte order mark, no formulas (MBR-6). */
@Injectable()
export class MemberExport {
  constructor(
    private readonly members: MemberRepository,
    private readonly terms: MemberTermsReader,
    private readonly customFields: CustomFieldRepository,
    private readonly exports: ExportRepository,
  ) {}

  /** Writes the audit event before the first row is sent. */
  async note(staff: CurrentStaff, query: DownloadMembersQuery, fileName: string): Promise<void> {
    const id = newId();
    const { typeNames } = await this.terms.of(staff.space);
    const type = query.typeId === undefined ? null : (typeNames.get(query.typeId) ?? '');
    const audit = auditEvent({
      space: staff.space,
      actor: staff.staffId,
      action: 'members.members.exported',
      target: { type: 'export', id, name: fileName },
      changes: type === null ? [] : [{ field: 'memberType', before: null, after: type }],
    });
    await this.exports.insert(staff.space, { id, startedBy: staff.staffId }, [audit]);
  }

  /** The heading only, as a template. */
  async template(space: string, mode: MemberImportMode, language: Locale): Promise<Buffer> {
    const customFields = mode === 'updateType' ? [] : await this.customFields.findFields(space);
    return Buffer.from(BOM + csvLine(headingsOf(templateColumns[mode], language, customFields)));
  }

  /** All active members, or some of them, in kana order and in chunks. */
  async *pieces(space: string, query: DownloadMembersQuery): AsyncGenerator<Buffer> {
    const { typeNames, customFields } = await this.terms.of(space);
    yield Buffer.from(BOM + csvLine(headingsOf(exportColumns, query.language, customFields)));
    const linesOf = (found: readonly MemberDocument[]) => {
      const rows = found.map((member) =>
        csvLine([
          ...exportColumns.map((column) =>
            cellOf(column, member, typeNames.get(member.typeId ?? '') ?? ''),
          ),
          ...cellsOf(customFields, member),
        ]),
      );
      return Buffer.from(rows.join(''));
    };
    const wanted = typeFilterOf(query.typeId);
    if (query.ids !== undefined) {
      const chosen = await this.members.findByIds(space, query.ids.split(','));
      const listed = chosen.filter(
        ({ deleted, typeId }) => !deleted && (wanted === undefined || typeId === wanted),
      );
      yield linesOf(listed.sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1)));
      return;
    }
    let after: { sortKey: string; id: string } | null = null;
    for (;;) {
      const found = await this.members.findForExport(space, wanted, after, BATCH_SIZE);
      if (found.length === 0) return;
      yield linesOf(found);
      if (found.length < BATCH_SIZE) return;
      after = found.at(-1)!;
    }
  }
}

function cellsOf(fields: readonly StoredCustomField[], member: MemberDocument): string[] {
  const values = shownValues(fields, member.customFields);
  return fields.map((field) => valueText(field, values[field.id]));
}
