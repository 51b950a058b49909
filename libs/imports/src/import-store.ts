import { csvEncoding } from '@engawa/contracts';
import {
  defineStore,
  nested,
  orNull,
  text,
  unvalidated,
  workIndexes,
  type DocumentOf,
  type SpaceDocument,
} from '@engawa/persistence';
import { z } from 'zod';

/** The index of the lanes of expired files. */
export const EXPIRY_LANE_INDEX = 'expiryByLane';

/** Fields of an import of a CSV file and its progress. The file is in the file store. */
const importFields = z.object({
  state: text,
  fileName: text,
  fileKey: text,
  /** False once the file, and with it the report, is deleted. */
  fileKept: z.boolean().default(true),
  /**
   * When the file expires; during an attempt to delete it, when its lease ends. Absent while the
   * import runs, and once it is deleted.
   */
  fileUntil: z.date().optional(),
  encoding: csvEncoding,
  bom: z.number(),
  headings: z.array(z.string()),
  rows: z.number().default(0),
  processed: z.number().default(0),
  counts: z.record(z.string(), z.number()),
  failure: orNull(nested({ code: z.string(), line: z.number().nullable() })),
  startedBy: text,
  /**
   * Who requested the cancellation, which happens after the current step; absent in older
   * documents.
   */
  cancelledBy: orNull(z.string()),
  finishedAt: orNull(z.date()),
  /** When work is due; during an attempt, when its lease ends; absent without work. */
  waitingSince: z.date().optional(),
  /** The attempt under way, or one that ended within a step; null between steps. */
  worker: orNull(z.string()),
  /** Failed attempts since the last progress. */
  attempts: z.number().optional(),
  /** Attempts since the last progress that an outage ended: they only lengthen the pause. */
  outages: z.number().optional(),
  /** The state of a failed import before its failure; absent in older documents. */
  failedState: text.optional(),
  /** The column of each cell, empty for ignored ones. */
  columns: z.array(z.string()),
});

/** Fields of imports that can be reverted. */
export const reversalFields = {
  /** Row of the last reverted document. */
  revertedRow: z.number().default(0),
  /** Empty: a replica of 2.13.0 that continues a revert begins with the first document. */
  revertedTo: z.string().default(''),
  reverted: z.number().default(0),
  notReverted: z.number().default(0),
};
export const noneReverted = z.object(reversalFields).parse({});

/** Fields that some imports have; `runAtOnce`: run right after the check. */
type ImportOptions = Partial<typeof noneReverted> & { runAtOnce?: boolean };

export type FileImport = z.output<typeof importFields> & ImportOptions & SpaceDocument;

/** Fields that a change of an import sets. */
export type ImportFields = Partial<Omit<FileImport, keyof SpaceDocument>>;

/** Declares the imports of a service: common fields plus its own. */
export function defineImportStore<Fields extends z.ZodRawShape>(
  collection: string,
  fields: Fields,
) {
  return defineStore({
    collection,
    shape: importFields.extend(fields).shape,
    indexes: [
      { keys: { space: 1, createdAt: -1, id: -1 }, serves: 'ImportRepository.findListPage' },
      ...workIndexes('state', 'waitingSince'),
      ...workIndexes(undefined, 'fileUntil', EXPIRY_LANE_INDEX),
    ],
  });
}

/** A stored row of a step. */
export interface StoredRow {
  row: number;
  verdict?: string;
}

/** The verdicts of one step. Id: `{import}-{check or run}-{number}`; absent when there are none. */
export type FileImportChunk<Row extends StoredRow = StoredRow> = DocumentOf<
  ReturnType<typeof defineImportChunkStore<Row>>
>;

/** Declares the chunks of a service's imports. */
export function defineImportChunkStore<Row extends StoredRow>(collection: string) {
  return defineStore({
    collection,
    shape: {
      importId: text,
      phase: z.enum(['check', 'run']),
      /** Number of the step within its phase, from 0. */
      index: z.number(),
      rows: z.array(unvalidated<Row>()),
      /** Distinct verdicts of the rows, where rows have one. */
      verdicts: z.array(z.string()).optional(),
    },
    indexes: [
      {
        keys: { space: 1, importId: 1, phase: 1, index: 1 },
        serves: 'ImportChunkRepository.findFrom',
      },
    ],
  });
}
