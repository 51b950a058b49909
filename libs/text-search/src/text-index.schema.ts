import { defineSchema, type IndexDefinition, type SpaceDocument } from '@engawa/persistence';
import type { Place } from './block/block-body';

/** Index fields of each searchable document. */
export interface IndexedDocument extends SpaceDocument {
  /**
   * Set while the index does not hold the current state of the document: a UUIDv7, new with each
   * change, so that packing an older state does not clear it.
   */
  unindexed?: string;
  /** Key of the document in the index, if it differs from its current key. */
  indexKey?: string;
}

/** About 256 neighbouring rows. Immutable: a new block replaces it. */
export interface BlockDocument extends SpaceDocument {
  signature: Uint8Array;
  body: Uint8Array;
}

/** A block in the order of results, and the position of its first row. */
export interface BlockEntry {
  block: string;
  from: Place;
  rows: number;
}

/** Progress of a build. */
export interface BuildState {
  /** Number of the source's pass. */
  pass: number;
  /** The last indexed document of the pass: value of its order field, and its id. */
  after: { value: unknown; id: string } | null;
  blocks: BlockEntry[];
}

/** The blocks of a space in order. Each change replaces the document under its version. */
export interface DirectoryDocument extends SpaceDocument {
  /** See `INDEX_FORMAT`. */
  format: number;
  blocks: BlockEntry[];
  /** Replaced blocks that readers of the previous version may still need. */
  retired: { block: string; at: Date }[];
  building: BuildState | null;
  /** Present while `building` is. */
  unfinished?: true;
}

/** The id of a space's directory. */
export const DIRECTORY_ID = 'directory';

/** Version of folding and blocks; an index of another version is rebuilt. */
export const INDEX_FORMAT = 2;

export const textBlockStore = defineSchema<BlockDocument>({
  collection: 'textBlocks',
  fields: {
    signature: { type: Buffer, required: true },
    body: { type: Buffer, required: true },
  },
});

export const textDirectoryStore = defineSchema<DirectoryDocument>({
  collection: 'textDirectories',
  fields: {
    format: { type: Number, required: true },
    blocks: { type: [Object], default: [] },
    retired: { type: [Object], default: [] },
    building: { type: Object, default: null },
    unfinished: { type: Boolean },
  },
  indexes: [
    {
      keys: { unfinished: 1 },
      sparse: true,
      serves: 'DirectoryRepository.findUnfinished (system scope: all spaces)',
    },
  ],
});

/** Index fields for the schema of a searchable document. */
export const indexedFields = { unindexed: { type: String }, indexKey: { type: String } };

export const UNINDEXED_INDEX = 'unindexed';

/** Index that finds changed documents; for the schema of a searchable document. */
export const unindexedIndex: IndexDefinition = {
  name: UNINDEXED_INDEX,
  keys: { space: 1, unindexed: 1 },
  partial: { unindexed: { $gt: '' } },
  serves: 'TextIndex: documents that changed',
};
