import type { Query, Schema } from 'mongoose';

/** A write without a new version that the schema does not declare. Always a bug. */
export class MissingVersion extends Error {
  override readonly name = 'MissingVersion';
  constructor(field: string) {
    super(`${field} is written without a new version: declare it in \`unversioned\` of its schema`);
  }
}

/** Never part of an answer. */
const bookkeeping = ['pendingEvents', 'applied', 'requests', 'purge'];

const updates = ['updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate', 'findOneAndReplace'];

interface Allowed {
  /** An update that changes one of these may change all others. */
  marks: ReadonlySet<string>;
  /** These may be changed without a mark. */
  free: ReadonlySet<string>;
}

/** How writes without a new version are told from none. */
export interface UnversionedWrites<Name extends string = string> {
  /** Each such write that changes an answer gives one of these a value that it never had. */
  readonly marks: readonly Name[];
  /** No answer of a list depends on these. */
  readonly internal: readonly Name[];
}

/** Refuses updates with neither a new version nor a mark, except of internal fields. */
export function versionPlugin(unversioned: UnversionedWrites) {
  const allowed: Allowed = {
    marks: new Set(['version', ...unversioned.marks]),
    free: new Set([...unversioned.internal, ...bookkeeping]),
  };
  return (schema: Schema): void => {
    for (const operation of updates) {
      schema.pre(operation as 'updateOne', function (this: Query<unknown, unknown>) {
        requireVersion(this.getUpdate(), allowed);
      });
    }
    schema.pre('bulkWrite', function (this: unknown, operations: unknown) {
      for (const operation of [operations].flat()) {
        for (const body of Object.values((operation ?? {}) as Record<string, unknown>)) {
          const { update, replacement } = (body ?? {}) as Record<string, unknown>;
          requireVersion(update ?? replacement, allowed);
        }
      }
    });
  };
}

function requireVersion(update: unknown, { marks, free }: Allowed): void {
  const written = Object.entries((update ?? {}) as Record<string, unknown>)
    .filter(([name]) => name !== '$setOnInsert')
    .flatMap(([name, value]) => (name.startsWith('$') ? Object.keys(value ?? {}) : [name]))
    .map((path) => path.split('.', 1)[0]!);
  if (written.some((name) => marks.has(name))) return;
  const field = written.find((name) => !free.has(name));
  if (field !== undefined) throw new MissingVersion(field);
}
