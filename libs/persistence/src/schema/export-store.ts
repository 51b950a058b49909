import { defineSchema, type SpaceDocument, type StoreDefinition } from './define-schema';

/** How long a note of an export is kept, in seconds; the audit log keeps its line longer. */
const RETENTION_SECONDS = 24 * 3_600;

/** That something was given out as a file; carries the line for the audit log (IDN-13). */
export interface ExportDocument extends SpaceDocument {
  /** Staff who asked for it. */
  startedBy: string;
}

/** The notes of what a service gives out as files. */
export function defineExportStore(collection: string): StoreDefinition<ExportDocument> {
  return defineSchema<ExportDocument>({
    collection,
    fields: { startedBy: { type: String, required: true } },
    indexes: [
      {
        keys: { createdAt: 1 },
        expireAfterSeconds: RETENTION_SECONDS,
        serves: 'the server, which removes old ones',
      },
    ],
  });
}
