import {
  type IndexDefinition,
  defineStore,
  type DocumentOf,
  bytes,
  unvalidated,
  listOf,
  orNull,
  type SpaceDocument,
  nested,
} from '@engawa/persistence';
import type { Place } from './block/block-body';
import { z } from 'zod';

/** Index fields of each searchable document. */
export const indexedFields = {
  /**
   * Set while the index does not hold the current state of the document: a UUIDv7, new with each
   * change, so that packing an older state does not clear it.
   */
  unindexed: z.string().optional(),
  /**
   * Earlier keys of the document under which the index may hold it, besides its current key: all that
   * it had since it was packed, because a packing may be under way.
   */
  indexKeys: z.array(z.string()).optional(),
};

export type IndexedDocument = z.output<z.ZodObject<typeof indexedFields>> & SpaceDocument;

/** A block in the order of results, and the position of its first row. */
const blockEntry = nested({
  block: z.string(),
  from: unvalidated<Place>(),
  rows: z.number(),
});
export type BlockEntry = z.infer<typeof blockEntry>;

/** Progress of a build. */
const buildState = nested({
  /** Number of the source's pass. */
  pass: z.number(),
  /** The last indexed document of the pass: value of its order field, and its id. */
  after: nested({
    value: unvalidated<unknown>(),
    id: z.string(),
  }).nullable(),
  blocks: z.array(blockEntry),
});
export type BuildState = z.infer<typeof buildState>;

/** The id of a space's directory. */
export const DIRECTORY_ID = 'directory';

/** Version of folding and blocks; an index of another version is rebuilt. */
export const INDEX_FORMAT = 2;

/** About 256 neighbouring rows. Immutable: a new block replaces it. */
export const textBlockStore = defineStore({
  collection: 'textBlocks',
  shape: {
    signature: bytes,
    body: bytes,
  },
});

export type BlockDocument = DocumentOf<typeof textBlockStore>;

/** The blocks of a space in order. Each change replaces the document under its version. */
export const textDirectoryStore = defineStore({
  collection: 'textDirectories',
  shape: {
    /** See `INDEX_FORMAT`. */
    format: z.number(),
    blocks: listOf(blockEntry),
    /** Replaced blocks that readers of the previous version may still need. */
    retired: listOf(
      nested({
        block: z.string(),
        at: z.date(),
      }),
    ),
    building: orNull(buildState),
    /** Present while `building` is. */
    unfinished: z.literal(true).optional(),
  },
  indexes: [
    {
      keys: { unfinished: 1 },
      sparse: true,
      serves: 'DirectoryRepository.findUnfinished (system scope: all spaces)',
    },
  ],
});

export type DirectoryDocument = DocumentOf<typeof textDirectoryStore>;

export const UNINDEXED_INDEX = 'unindexed';

/** Index that finds changed documents; for the schema of a searchable document. */
export const unindexedIndex: IndexDefinition = {
  name: UNINDEXED_INDEX,
  keys: { space: 1, unindexed: 1 },
  partial: { unindexed: { $gt: '' } },
  serves: 'TextIndex: documents that changed',
};
