import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import type { DownloadMembersQuery, Locale, MemberImportMode } from '@engawa/contracts';
import { csvLine } from '@engawa/csv';
import { newId } from '@engawa/events';
import { auditEvent } from '../audit/audit-event.mapper';
import { exportColumns, headingsOf, templateColumns } from '../csv/csv-heading.rules';
import { cellOf } from '../csv/csv-row.rules';
import { MemberRepository } from '../member/member.repository';
import { MemberTypeService } from '../member-type/member-type.service';
import { ExportRepository } from './export.repository';

/** Members per batch; no more are in memory. */
const BATCH_SIZE = 500;
const BOM = '\ufeff';

/** CSVs that spreadsheets open directly: UTF-8 with byte order mark, no formulas (MBR-6). */
@Injectable()
export class MemberExport {
  constructor(
    private readonly members: MemberRepository,
    private readonly types: MemberTypeService,
    private readonly exports: ExportRepository,
  ) {}

  /** Writes the audit event before the first row is sent. */
  async note(staff: CurrentStaff, query: DownloadMembersQuery, fileName: string): Promise<void> {
    const id = newId();
    const typeNames = await this.types.names(staff.space);
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
  template(mode: MemberImportMode, language: Locale): Buffer {
    return Buffer.from(BOM + csvLine(headingsOf(templateColumns[mode], language)));
  }

  /** All active members in kana order, in chunks. */
  async *pieces(space: string, query: DownloadMembersQuery): AsyncGenerator<Buffer> {
    const typeNames = await this.types.names(space);
    yield Buffer.from(BOM + csvLine(headingsOf(exportColumns, query.language)));
    let after: { sortKey: string; id: string } | null = null;
    for (;;) {
      const found = await this.members.findForExport(
        space,
        query.typeId ?? null,
        after,
        BATCH_SIZE,
      );
      if (found.length === 0) return;
      const rows = found.map((member) =>
        csvLine(
          exportColumns.map((column) =>
            cellOf(column, member, typeNames.get(member.typeId ?? '') ?? ''),
          ),
        ),
      );
      yield Buffer.from(rows.join(''));
      if (found.length < BATCH_SIZE) return;
      after = found.at(-1)!;
    }
  }
}
