import { Injectable } from '@nestjs/common';
import { events, MEMBER_CSV_KEPT_DAYS, type EventEnvelope } from '@engawa/contracts';
import { newEvent } from '@engawa/events';
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
    const { add, change } = counts;
    const told = state === 'done' && add + change > 0;
    return [
      ...(told ? [this.finishedEvent(space, startedBy, id, { added: add, updated: change })] : []),
      auditEvent({
        space,
        actor: startedBy,
        action: `members.import.${state}`,
        target: { type: 'import', id, name: fileName },
        changes: Object.entries(counts).map(([field, after]) => ({ field, before: null, after })),
      }),
    ];
  }

  /** The one event that webhooks get of the import (INT-3). */
  private finishedEvent(
    space: string,
    actor: string,
    importId: string,
    counts: { added: number; updated: number },
  ) {
    return newEvent(events.memberImportFinished, {
      space,
      actor,
      aggregate: { type: 'memberImport', id: importId },
      version: 1,
      data: { importId, ...counts },
    });
  }
}
