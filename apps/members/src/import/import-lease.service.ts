import { Injectable } from '@nestjs/common';
import { MEMBER_CSV_KEPT_DAYS, type EventEnvelope } from '@engawa/contracts';
import { FileImportLease } from '@engawa/imports';
import { auditEvent } from '../audit/audit-event.mapper';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

@Injectable()
export class ImportLease extends FileImportLease<ImportDocument> {
  constructor(imports: ImportRepository) {
    super('members', imports, MEMBER_CSV_KEPT_DAYS);
  }

  protected eventsOf(
    { space, startedBy, id, fileName, counts }: ImportDocument,
    state: ImportDocument['state'],
  ): EventEnvelope[] {
    if (state !== 'done' && state !== 'reverted') return [];
    return [
      auditEvent({
        space,
        actor: startedBy,
        action: `members.import.${state}`,
        target: { type: 'import', id, name: fileName },
        changes: Object.entries(counts).map(([field, after]) => ({ field, before: null, after })),
      }),
    ];
  }
}
