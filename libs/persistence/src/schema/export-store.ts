import { defineSchema, type SpaceDocument, type StoreDefinition } from './define-schema';

/** Retention of an export record in seconds; its audit entry is kept longer. */
const RETENTION_SECONDS = 24 * 3_600;

/** Records that data were exported as a file; carries the audit event (IDN-13). */
export interface ExportDocument extends SpaceDocument {
  /** Staff member who requested it. */
  startedBy: string;
}

/** Declares the collection of a service's export records. */
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
