import { Injectable } from '@nestjs/common';
import {
  events,
  POST_IMPORT_KEPT_DAYS,
  postImportVerdicts,
  type EventEnvelope,
} from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { FileImportLease } from '@engawa/imports';
import { auditEvent } from '../audit/audit-event.mapper';
import { ImportRepository } from './import.repository';
import type { ImportDocument } from './import.schema';

@Injectable()
export class ImportLease extends FileImportLease<ImportDocument> {
  constructor(imports: ImportRepository) {
    super('timeline', imports, POST_IMPORT_KEPT_DAYS);
  }

  protected eventsOf(
    { space, startedBy, cancelledBy, id, fileName, counts }: ImportDocument,
    state: ImportDocument['state'],
  ): EventEnvelope[] {
    if (state !== 'done' && state !== 'cancelled') return [];
    const actor = (state === 'cancelled' ? cancelledBy : null) ?? startedBy;
    return [
      ...(counts.add > 0 ? [this.importedEvent(space, actor, id, counts.add)] : []),
      auditEvent(
        { space, staffId: actor },
        {
          action: `timeline.import.${state}`,
          target: { type: 'import', id, name: fileName },
          changes: postImportVerdicts.map((field) => ({
            field,
            before: null,
            after: counts[field],
          })),
        },
      ),
    ];
  }

  /** The only event of an import that webhooks get (INT-3). */
  private importedEvent(space: string, actor: string, importId: string, added: number) {
    return newEvent(events.postsImported, {
      space,
      actor,
      aggregate: { type: 'postImport', id: importId },
      version: 1,
      data: { importId, added },
    });
  }
}
