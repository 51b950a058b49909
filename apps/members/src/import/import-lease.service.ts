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
    { space, startedBy, cancelledBy, id, fileName, counts, reverted }: ImportDocument,
    state: ImportDocument['state'],
  ): EventEnvelope[] {
    if (state !== 'done' && state !== 'cancelled' && state !== 'reverted') return [];
    const actor = (state === 'cancelled' ? cancelledBy : null) ?? startedBy;
    const written =
      state === 'reverted'
        ? { added: 0, updated: 0, reverted }
        : { added: counts.add, updated: counts.change };
    const told = Object.values(written).some((count) => count > 0);
    return [
      ...(told
        ? [this.finishedEvent(space, actor, id, written, state === 'reverted' ? 2 : 1)]
        : []),
      auditEvent({
        space,
        actor,
        action: `members.import.${state}`,
        target: { type: 'import', id, name: fileName },
        changes: Object.entries(counts).map(([field, after]) => ({ field, before: null, after })),
      }),
    ];
  }

  /** The only event of an import that webhooks get (INT-3). */
  private finishedEvent(
    space: string,
    actor: string,
    importId: string,
    counts: { added: number; updated: number; reverted?: number },
    version: number,
  ) {
    return newEvent(events.memberImportFinished, {
      space,
      actor,
      aggregate: { type: 'memberImport', id: importId },
      version,
      data: { importId, ...counts },
    });
  }
}
