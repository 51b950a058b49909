import { z } from 'zod';
import { csvEncoding, cursor, id, instant } from '../primitive';

// Fields common to all imports of files.

/** The file of an import, and its progress. */
export const importedFile = {
  fileName: z.string(),
  encoding: csvEncoding,
  rows: z.int().min(0).meta({ description: 'Rows of the file; known once it was read' }),
  processed: z.int().min(0).meta({ description: 'Rows that were processed in this state' }),
};

/** How an import ended, who started it and when. */
export const importCourse = {
  failure: z
    .object({ code: z.string(), line: z.int().nullable() })
    .nullable()
    .meta({ description: 'Why reading of the file stopped' }),
  fileKept: z
    .boolean()
    .meta({ description: 'Whether its file, and so its report, is still there' }),
  cancelling: z.boolean().meta({ description: 'Cancelled; it ends after the rows in progress' }),
  startedBy: id,
  createdAt: instant,
  finishedAt: instant.nullable(),
};

/** Position of a row in its file. */
export const importRowPlace = {
  row: z.int().min(1).meta({ description: 'Counted without the heading' }),
  line: z.int().min(1).meta({ description: 'Line of the file; a cell may have several' }),
};

export const listImportsQuery = z.strictObject({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});

/** Which rows of an import a page shows. */
export const importRowsPage = {
  afterRow: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'Only rows after this one; 0 for the first page' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
};
export const importNextRow = z
  .int()
  .nullable()
  .meta({ description: '`afterRow` of the next page' });
