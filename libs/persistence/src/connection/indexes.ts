import { Logger } from '@nestjs/common';
import type { Connection } from 'mongoose';
import type { IndexDefinition, StoreDefinition } from '../schema/define-store';

const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;
const OPTIONS_CONFLICT = 85;
const KEY_SPECS_CONFLICT = 86;

/** An index as `listIndexes` describes it. */
interface ExistingIndex {
  name: string;
  key: Record<string, unknown>;
}

/**
 * Creates the declared indexes. An existing index that conflicts with a declaration (another name,
 * other options, other keys under the same name) is dropped and rebuilt. Other indexes are kept: an
 * operator may have added them. Returns whether an index of an earlier version was there.
 */
export async function ensureIndexes(
  connection: Connection,
  definition: Pick<StoreDefinition, 'collection' | 'indexes'> &
    Partial<Pick<StoreDefinition, 'formerIndexes'>>,
): Promise<boolean> {
  const collection = connection.collection(definition.collection);
  let hadFormer = false;
  for (const name of definition.formerIndexes ?? []) {
    if (await dropIndex(collection, name)) hadFormer = true;
  }
  for (const index of definition.indexes) {
    const name = indexName(index);
    const create = () => collection.createIndex(index.keys, { name, ...optionsOf(index) });
    try {
      await create();
    } catch (error) {
      if (!hasCode(error, OPTIONS_CONFLICT, KEY_SPECS_CONFLICT)) throw error;
      const existing = (await collection.listIndexes().toArray()) as ExistingIndex[];
      for (const old of conflictingIndexes(index, definition.indexes, existing)) {
        new Logger('Database').warn(
          `${definition.collection}: index ${old} contradicts the declared index ${name} and is rebuilt`,
        );
        await dropIndex(collection, old);
      }
      await create();
    }
  }
  return hadFormer;
}

/**
 * Drops an index. False when there is none; another replica that starts at the same time may have
 * dropped it.
 */
async function dropIndex(
  collection: ReturnType<Connection['collection']>,
  name: string,
): Promise<boolean> {
  try {
    await collection.dropIndex(name);
    return true;
  } catch (failure) {
    if (!hasCode(failure, INDEX_NOT_FOUND, NAMESPACE_NOT_FOUND)) throw failure;
    return false;
  }
}

/** The index's name: given, or its keys joined. */
function indexName(index: Pick<IndexDefinition, 'name' | 'keys'>): string {
  if (index.name) return index.name;
  return Object.entries(index.keys)
    .map(([key, direction]) => `${key}_${direction}`)
    .join('_');
}

/** Names of indexes with the declared name, or with the declared keys under an undeclared name. */
function conflictingIndexes(
  wanted: IndexDefinition,
  declared: readonly IndexDefinition[],
  existing: readonly ExistingIndex[],
): string[] {
  const isDeclared = ({ name, key }: ExistingIndex) =>
    declared.some((index) => indexName(index) === name && sameKeys(index.keys, key));
  return existing
    .filter(
      (old) =>
        old.name === indexName(wanted) || (sameKeys(wanted.keys, old.key) && !isDeclared(old)),
    )
    .map(({ name }) => name);
}

/** Whether two key patterns are the same, in the same order. */
function sameKeys(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  const textOf = (keys: Record<string, unknown>) =>
    Object.entries(keys)
      .map(([key, direction]) => `${key}:${Number(direction)}`)
      .join();
  return textOf(left) === textOf(right);
}

function optionsOf(index: IndexDefinition) {
  return {
    ...(index.unique ? { unique: true } : {}),
    ...(index.sparse ? { sparse: true } : {}),
    ...(index.partial ? { partialFilterExpression: index.partial } : {}),
    ...(index.expireAfterSeconds === undefined
      ? {}
      : { expireAfterSeconds: index.expireAfterSeconds }),
  };
}

function hasCode(error: unknown, ...codes: number[]): boolean {
  return codes.includes((error as { code?: number }).code ?? 0);
}
