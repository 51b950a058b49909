import { Logger } from '@nestjs/common';
import type { Connection } from 'mongoose';
import type { IndexDefinition, StoreDefinition } from '../schema/define-schema';

const OPTIONS_CONFLICT = 85;
const KEY_SPECS_CONFLICT = 86;

/** Makes the declared indexes; one whose keys or options changed is made anew. */
export async function ensureIndexes(
  connection: Connection,
  definition: Pick<StoreDefinition, 'collection' | 'indexes'>,
): Promise<void> {
  const collection = connection.collection(definition.collection);
  for (const index of definition.indexes) {
    const name = indexName(index);
    const options = {
      name,
      ...(index.unique ? { unique: true } : {}),
      ...(index.sparse ? { sparse: true } : {}),
      ...(index.partial ? { partialFilterExpression: index.partial } : {}),
      ...(index.expireAfterSeconds === undefined
        ? {}
        : { expireAfterSeconds: index.expireAfterSeconds }),
    };
    try {
      await collection.createIndex(index.keys, options);
    } catch (error) {
      const { code } = error as { code?: number };
      if (code !== OPTIONS_CONFLICT && code !== KEY_SPECS_CONFLICT) throw error;
      new Logger('Database').warn(`${definition.collection}: index ${name} changed, made anew`);
      await collection.dropIndex(name);
      await collection.createIndex(index.keys, options);
    }
  }
}

/** The index's name: given, or its keys joined. */
export function indexName(index: Pick<IndexDefinition, 'name' | 'keys'>): string {
  if (index.name) return index.name;
  return Object.entries(index.keys)
    .map(([key, direction]) => `${key}_${direction}`)
    .join('_');
}
