import type { Aggregate, Query, Schema } from 'mongoose';
import { systemScopeReason } from './system-scope';

/** A query or write without a space. Always a bug. */
export class MissingSpace extends Error {
  override readonly name = 'MissingSpace';
  constructor(operation: string) {
    super(`${operation} without a space: every query names its space, as a string`);
  }
}

const queries = [
  'find',
  'findOne',
  'count',
  'countDocuments',
  'estimatedDocumentCount',
  'distinct',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
] as const;

/**
 * Fails closed: an operation without one space, given as a string at the top level of its filter,
 * throws before it is sent. No write can move a document to another space.
 */
export function tenantPlugin(schema: Schema): void {
  for (const operation of queries) {
    schema.pre(operation as 'find', function (this: Query<unknown, unknown>) {
      requireSpace(operation, this.getFilter());
      guardUpdate(operation, this.getUpdate(), this.getFilter());
    });
  }
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const first = this.pipeline()[0] as { $match?: Record<string, unknown> } | undefined;
    requireSpace('aggregate', first?.$match);
  });
  schema.pre('save', function () {
    requireSpace('save', { space: this.get('space') as unknown });
  });
  schema.pre('insertMany', function (this: unknown, documents: unknown) {
    for (const document of [documents].flat()) requireSpace('insertMany', document);
  });
  schema.pre('bulkWrite', function (this: unknown, operations: unknown) {
    for (const operation of [operations].flat()) requireSpaceOfBulk(operation);
  });
}

function requireSpaceOfBulk(operation: unknown): void {
  for (const [kind, body] of Object.entries((operation ?? {}) as Record<string, unknown>)) {
    const { document, filter, update, replacement } = (body ?? {}) as Record<string, unknown>;
    if (kind === 'insertOne') {
      requireSpace('bulkWrite.insertOne', document);
      continue;
    }
    requireSpace(`bulkWrite.${kind}`, filter);
    guardUpdate(`bulkWrite.${kind}`, update ?? replacement, filter);
  }
}

/** Throws `MissingSpace` unless the filter names one space or a system scope is active. */
export function requireSpace(operation: string, filter: unknown): void {
  const space = (filter as { space?: unknown } | null | undefined)?.space;
  if (typeof space === 'string' && space !== '') return;
  if (space === undefined && systemScopeReason() !== null) return;
  throw new MissingSpace(operation);
}

const plainSetters = new Set(['$set', '$setOnInsert']);

function guardUpdate(operation: string, update: unknown, filter: unknown): void {
  if (update == null) return;
  if (Array.isArray(update)) throw new MissingSpace(`${operation} with a pipeline`);
  const { space } = filter as { space?: unknown };
  for (const [name, value] of Object.entries(update as Record<string, unknown>)) {
    const fields = name.startsWith('$') ? (value as Record<string, unknown>) : { [name]: value };
    for (const [field, to] of Object.entries(fields ?? {})) {
      if (name === '$rename' && to === 'space') throw new MissingSpace(operation);
      if (field !== 'space') continue;
      if (plainSetters.has(name) || !name.startsWith('$')) {
        if (typeof to === 'string' && to === space) continue;
      }
      throw new MissingSpace(`${operation} that changes the space`);
    }
  }
}
