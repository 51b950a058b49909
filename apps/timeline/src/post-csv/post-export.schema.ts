import { defineSchema, type SpaceDocument } from '@engawa/persistence';

/** How long it is kept that posts were given out, in seconds; the audit log keeps it longer. */
const KEPT_SECONDS = 24 * 3_600;

/** That posts were given out as a file; carries the line for the audit log. */
export interface PostExportDocument extends SpaceDocument {
  startedBy: string;
}

export const postExportSchema = defineSchema<PostExportDocument>({
  collection: 'postExports',
  fields: { startedBy: { type: String, required: true } },
  indexes: [
    {
      keys: { createdAt: 1 },
      expireAfterSeconds: KEPT_SECONDS,
      serves: 'the server, which removes old ones',
    },
  ],
});
