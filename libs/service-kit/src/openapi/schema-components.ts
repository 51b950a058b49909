import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Gathers the named schemas of a document while its operations are described. */
export class SchemaComponents {
  readonly schemas: Record<string, Json> = {};

  /** The schema as it is written at the place of use: a reference where it has a name. */
  describe(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _dialect,
      $defs,
      ...root
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // The format says it; the pattern of an instant is 300 characters of noise.
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        // An answer may grow.
        if (io === 'output' && jsonSchema.additionalProperties === false) {
          delete jsonSchema.additionalProperties;
        }
      },
    }) as Json & { $defs?: Record<string, Json> };
    const names = new Map<string, string>();
    const defs = Object.entries($defs ?? {});
    const rootName = z.globalRegistry.get(schema)?.id ?? null;
    if (rootName) defs.push([rootName, root]);
    // References between them need the final names, which depend on what is there already.
    for (const [name] of defs) names.set(name, name);
    for (const [name, def] of defs) {
      const body = clean(def, names);
      const known = this.schemas[name];
      if (known && !isDeepStrictEqual(known, body)) names.set(name, `${name}Input`);
    }
    for (const [name, def] of defs) this.schemas[names.get(name)!] = clean(def, names);
    return rootName ? { $ref: refTo(names.get(rootName)!) } : clean(root, names);
  }
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function clean(value: Json, names: ReadonlyMap<string, string>): Json {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (node === null || typeof node !== 'object') return node;
    const entries = Object.entries(node as Json);
    const ref = (node as Json)['$ref'];
    if (typeof ref === 'string' && ref.startsWith('#/$defs/')) {
      const name = ref.slice('#/$defs/'.length);
      return { $ref: refTo(names.get(name) ?? name) };
    }
    return Object.fromEntries(entries.map(([key, entry]) => [key, walk(entry)]));
  };
  const { id: _id, $defs: _defs, ...rest } = walk(value) as Json;
  return rest;
}
