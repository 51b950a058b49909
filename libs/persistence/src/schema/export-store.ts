import { defineStore, type DocumentOf } from './define-store';
import { text } from './shape';

/** Retention of an export record in seconds; its audit entry is kept longer. */
const RETENTION_SECONDS = 24 * 3_600;

/**
 * Declares the collection of a service's export records: that data were exported as a file. They
 * carry the audit event (IDN-13).
 */
export function defineExportStore(collection: string) {
  return defineStore({
    collection,
    shape: {
      /** Staff member who requested it. */
      startedBy: text,
    },
    indexes: [
      {
        keys: { createdAt: 1 },
        expireAfterSeconds: RETENTION_SECONDS,
        serves: 'the server, which removes old ones',
      },
    ],
  });
}

export type ExportDocument = DocumentOf<ReturnType<typeof defineExportStore>>;
