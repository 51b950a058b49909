import { Schema, type SchemaDefinition } from 'mongoose';
import { tenantPlugin } from '../tenant/tenant.plugin';
import { versionPlugin } from './version.plugin';

/**
 * Fields of every stored document. `id` is unique within its space; `_id` stays inside persistence.
 */
export interface SpaceDocument {
  id: string;
  space: string;
  /** Number of changes; starts at 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface IndexDefinition {
  /** In order; 1 ascending, -1 descending. Starts with `space` (the shard key). */
  keys: Record<string, 1 | -1>;
  /** The repository method whose query uses it. */
  serves: string;
  unique?: boolean;
  sparse?: boolean;
  /** Only documents that match are indexed. */
  partial?: Record<string, unknown>;
  /** Documents are deleted this many seconds after the (single, Date) key. */
  expireAfterSeconds?: number;
  /** Default: the keys, joined. */
  name?: string;
}

/** How writes without a new version are told from none. */
interface UnversionedWrites<Name extends string = string> {
  /** Each such write that changes an answer gives one of these a value that it never had. */
  readonly marks: readonly Name[];
  /** No answer of a list depends on these. */
  readonly internal: readonly Name[];
}

export interface StoreDefinition<Doc extends SpaceDocument = SpaceDocument> {
  readonly collection: string;
  readonly schema: Schema;
  readonly indexes: readonly IndexDefinition[];
  /** Names of indexes of earlier versions; dropped at start. */
  readonly formerIndexes: readonly string[];
  readonly unversioned: UnversionedWrites | undefined;
  /** Carries the document type for the compiler; never set. */
  readonly document?: Doc;
}

/** Index that finds documents with unpublished events (system scope). */
export const OUTBOX_INDEX = 'outbox';

/**
 * Declares a collection: mongoose fields beyond the common ones, and indexes that each name their
 * query. Unknown fields throw.
 */
export function defineSchema<Doc extends SpaceDocument>(definition: {
  collection: string;
  fields: SchemaDefinition;
  indexes?: readonly IndexDefinition[];
  formerIndexes?: readonly string[];
  /**
   * The only writes without a new version that are allowed; others throw. With it the state of a
   * document is known from a few fields: see `SpaceRepository.findPageRevision`.
   */
  unversioned?: UnversionedWrites<keyof Doc & string>;
}): StoreDefinition<Doc> {
  const schema = new Schema(
    {
      ...definition.fields,
      _id: { type: String, required: true },
      id: { type: String, required: true },
      space: { type: String, required: true },
      version: { type: Number, required: true, min: 1 },
      createdAt: { type: Date, required: true },
      updatedAt: { type: Date, required: true },
      pendingEvents: { type: [Schema.Types.Mixed], default: undefined },
      applied: { type: [String], default: undefined },
      requests: { type: [String], default: undefined },
      purge: { type: Boolean, default: undefined },
    },
    {
      collection: definition.collection,
      id: false,
      versionKey: false,
      timestamps: false,
      strict: 'throw',
      strictQuery: 'throw',
      minimize: false,
      autoIndex: false,
      autoCreate: false,
    },
  );
  schema.plugin(tenantPlugin);
  const { unversioned } = definition;
  if (unversioned) schema.plugin(versionPlugin(unversioned));
  const outbox: IndexDefinition = {
    name: OUTBOX_INDEX,
    keys: { 'pendingEvents.at': 1 },
    sparse: true,
    serves: 'Store.findPending (the outbox sweeper)',
  };
  return {
    collection: definition.collection,
    schema,
    indexes: [...(definition.indexes ?? []), outbox],
    formerIndexes: definition.formerIndexes ?? [],
    unversioned,
  };
}

/** Fields of which at least one changes with every write that changes an answer. */
export function revisionFields({
  collection,
  unversioned,
}: Pick<StoreDefinition, 'collection' | 'unversioned'>): readonly string[] {
  if (!unversioned) throw new Error(`${collection} does not declare its unversioned writes`);
  // A restored backup repeats versions, but not their times.
  return ['id', 'version', 'updatedAt', ...unversioned.marks];
}

/** The key under which a document is stored; ids are unique only within their space. */
export function storageKey(space: string, id: string): string {
  return `${space}/${id}`;
}
