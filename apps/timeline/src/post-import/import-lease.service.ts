import { Injectable } from '@nestjs/common';
import { POST_IMPORT_KEPT_DAYS, postImportVerdicts, type EventEnvelope } from '@engawa/contracts';
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
    { space, startedBy, id, fileName, counts }: ImportDocument,
    state: ImportDocument['state'],
  ): EventEnvelope[] {
    if (state !== 'done') return [];
    return [
      auditEvent(
        { space, staffId: startedBy },
        {
          action: 'timeline.import.done',
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
}
