import type { EventEnvelope } from '@engawa/contracts';
import { z } from 'zod';
import type { Schema } from 'mongoose';
import { ValidationError } from '../persistence.errors';
import { mongooseSchema } from './mongoose-schema';
import type { UnversionedWrites } from './version-plugin';

/** Fields of every stored document. */
const spaceFields = {
  /** Unique within its space; `_id` stays inside persistence. */
  id: z.string().min(1),
  space: z.string().min(1),
  /** Number of changes; starts at 1. */
  version: z.number().min(1),
  createdAt: z.date(),
  updatedAt: z.date(),
};

/** Fields that repositories never return. */
const bookkeepingFields = {
  _id: z.string().min(1),
  pendingEvents: z.array(z.custom<EventEnvelope>()).optional(),
  applied: z.array(z.string()).optional(),
  /**
   * Marks of the last requests with an `Idempotency-Key` that wrote the document; see
   * `requestMark`.
   */
  requests: z.array(z.string()).optional(),
  purge: z.boolean().optional(),
};

export type SpaceDocument = z.output<z.ZodObject<typeof spaceFields>>;

/** A document as stored in the database. */
export type Stored<Doc extends SpaceDocument> = Doc &
  z.output<z.ZodObject<typeof bookkeepingFields>>;

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

export interface StoreDefinition<Doc extends SpaceDocument = SpaceDocument> {
  readonly collection: string;
  /** Casts filters and updates; refuses those without a space. */
  readonly schema: Schema;
  /** A new document as it is stored; throws when a value does not fit the shape. */
  readonly parse: (document: unknown) => Stored<Doc>;
  readonly indexes: readonly IndexDefinition[];
  /** Names of indexes of earlier versions; dropped at start. */
  readonly formerIndexes: readonly string[];
  readonly unversioned: UnversionedWrites | undefined;
}

/** The type of a store's documents. */
export type DocumentOf<Definition> = Definition extends StoreDefinition<infer Doc> ? Doc : never;

/** Index that finds documents with unpublished events (system scope). */
export const OUTBOX_INDEX = 'outbox';

export const outboxIndex: IndexDefinition = {
  name: OUTBOX_INDEX,
  keys: { 'pendingEvents.at': 1 },
  sparse: true,
  serves: 'Store.findPending (the outbox sweeper)',
};

/**
 * Declares a collection: the fields beyond the common ones, and indexes that each name their query.
 * The document type ({@link DocumentOf}), the validation of inserts, mongoose's casts and the
 * binding to a space follow from it. Unknown fields throw.
 */
export function defineStore<Shape extends z.ZodRawShape>(definition: {
  collection: string;
  shape: Shape;
  indexes?: readonly IndexDefinition[];
  formerIndexes?: readonly string[];
  /**
   * The only writes without a new version that are allowed; others throw. With it the state of a
   * document is known from a few fields: see `SpaceRepository.findPageRevision`.
   */
  unversioned?: UnversionedWrites<keyof Shape & string>;
}): StoreDefinition<z.output<z.ZodObject<Shape>> & SpaceDocument> {
  const { collection, unversioned } = definition;
  const document = z.strictObject({ ...definition.shape, ...spaceFields, ...bookkeepingFields });
  return {
    collection,
    schema: mongooseSchema(collection, document.shape, unversioned),
    parse: (value) => {
      const { data, error } = document.safeParse(value);
      if (error) throw new ValidationError(`${collection}: ${z.prettifyError(error)}`);
      return data as unknown as Stored<z.output<z.ZodObject<Shape>> & SpaceDocument>;
    },
    indexes: [...(definition.indexes ?? []), outboxIndex],
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
