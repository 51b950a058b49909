import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** How long it is kept that figures were given out, in seconds; the audit log keeps it longer. */
const KEPT_SECONDS = 24 * 3_600;

/** That figures were given out as a file; carries the line for the audit log. */
export interface InsightExportDocument extends SpaceDocument {
  startedBy: string;
}

export const insightExportStore = defineSchema<InsightExportDocument>({
  collection: 'insightExports',
  fields: { startedBy: { type: String, required: true } },
  indexes: [
    {
      keys: { createdAt: 1 },
      expireAfterSeconds: KEPT_SECONDS,
      serves: 'the server, which removes old ones',
    },
  ],
});
