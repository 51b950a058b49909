import type { CsvEncoding } from '@engawa/contracts';
import { defineSchema, type SpaceDocument, type StoreDefinition } from '@engawa/persistence';

/** An import of a CSV file: how far it is. The file itself lies in the file store. */
export interface FileImport extends SpaceDocument {
  state: string;
  fileName: string;
  fileKey: string;
  /** False once the file is gone; so is the report then. */
  fileKept: boolean;
  /** When the file goes; absent while the import works, and once it is gone. */
  fileUntil?: Date;
  encoding: CsvEncoding;
  bom: number;
  headings: string[];
  rows: number;
  processed: number;
  counts: Record<string, number>;
  failure: { code: string; line: number | null } | null;
  startedBy: string;
  /** Who asked for its end, which comes after the step under way; absent in older documents. */
  cancelledBy: string | null;
  finishedAt: Date | null;
  /** Since when there is work to do; absent where there is none. */
  waitingSince?: Date;
  /** Who works on it, until when unless renewed. */
  worker: string | null;
  leaseUntil: Date | null;
}

/** The imports of a service, with the fields of its own beside those of all. */
export function defineImportStore<Doc extends FileImport>(
  collection: string,
  fields: Parameters<typeof defineSchema>[0]['fields'],
): StoreDefinition<Doc> {
  return defineSchema<Doc>({
    collection,
    fields: {
      state: { type: String, required: true },
      fileName: { type: String, required: true },
      fileKey: { type: String, required: true },
      fileKept: { type: Boolean, default: true },
      fileUntil: { type: Date },
      encoding: { type: String, required: true },
      bom: { type: Number, required: true },
      headings: { type: [String], required: true },
      rows: { type: Number, default: 0 },
      processed: { type: Number, default: 0 },
      counts: { type: Object, required: true },
      failure: { type: Object, default: null },
      startedBy: { type: String, required: true },
      cancelledBy: { type: String, default: null },
      finishedAt: { type: Date, default: null },
      waitingSince: { type: Date },
      worker: { type: String, default: null },
      leaseUntil: { type: Date, default: null },
      ...fields,
    },
    indexes: [
      { keys: { space: 1, createdAt: -1, id: -1 }, serves: 'FileImportRepository.findListPage' },
      {
        keys: { waitingSince: 1 },
        sparse: true,
        serves: 'FileImportRepository.findWaiting (system scope: all spaces)',
      },
      {
        keys: { fileUntil: 1 },
        sparse: true,
        serves: 'FileImportRepository.findWithOldFile (system scope: all spaces)',
      },
    ],
  });
}

/**
 * What one step of an import says of its rows. Id: `{import}-{check or run}-{number}`; absent where
 * there is nothing to say.
 */
export interface FileImportChunk<
  Row extends { row: number } = { row: number },
> extends SpaceDocument {
  importId: string;
  phase: 'check' | 'run';
  /** Counts the steps of a phase from 0. */
  index: number;
  rows: Row[];
}

/** The chunks of a service's imports, with the fields of its own beside those of all. */
export function defineImportChunkStore<Chunk extends FileImportChunk>(
  collection: string,
  fields: Parameters<typeof defineSchema>[0]['fields'] = {},
): StoreDefinition<Chunk> {
  return defineSchema<Chunk>({
    collection,
    fields: {
      importId: { type: String, required: true },
      phase: { type: String, enum: ['check', 'run'], required: true },
      index: { type: Number, required: true },
      rows: { type: [Object], required: true },
      ...fields,
    },
    indexes: [
      {
        keys: { space: 1, importId: 1, phase: 1, index: 1 },
        serves: 'FileImportChunkRepository.findFrom',
      },
    ],
  });
}
