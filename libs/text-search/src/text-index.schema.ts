import { defineSchema, type IndexDefinition, type SpaceDocument } from '@engawa/persistence';
import type { Place } from './block/block-body';

/** What the index keeps in each document that it searches. */
export interface IndexedDocument extends SpaceDocument {
  /**
   * Present while the index does not hold the document as it is: a UUIDv7, new with each change, so
   * that the index never takes an older state for the present one.
   */
  unindexed?: string;
  /** The key under which the index holds it, where that is not its present one. */
  indexKey?: string;
}

/** Some 256 neighbouring rows. Never changed: another block takes its place. */
export interface BlockDocument extends SpaceDocument {
  signature: Uint8Array;
  body: Uint8Array;
}

/** A block in the order of results; its rows begin at this place. */
export interface BlockEntry {
  block: string;
  from: Place;
  rows: number;
}

/** How far an index that is built from its documents is. */
export interface BuildState {
  /** Which of the source's passes. */
  pass: number;
  /** The last document of the pass that is in: the value of its order field, and its id. */
  after: { value: unknown; id: string } | null;
  blocks: BlockEntry[];
}

/** The blocks of a space in order. Each change replaces it as a whole, under its version. */
export interface DirectoryDocument extends SpaceDocument {
  /** See `INDEX_FORMAT`. */
  format: number;
  blocks: BlockEntry[];
  /** Blocks that were replaced; readers of the version before may still want them. */
  retired: { block: string; at: Date }[];
  building: BuildState | null;
  /** Present while `building` is. */
  unfinished?: true;
}

/** The one id of a space's directory. */
export const DIRECTORY_ID = 'directory';

/** Counts changes of folding and blocks; an index of another format is built again. */
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

/** Fields of a searched document, for its schema. */
export const indexedFields = { unindexed: { type: String }, indexKey: { type: String } };

export const UNINDEXED_INDEX = 'unindexed';

/** The index by which changed documents are found, for the schema of a searched document. */
export const unindexedIndex: IndexDefinition = {
  name: UNINDEXED_INDEX,
  keys: { space: 1, unindexed: 1 },
  partial: { unindexed: { $gt: '' } },
  serves: 'TextIndex: documents that changed',
};
