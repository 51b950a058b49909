import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Collects the named schemas of a document while its operations are described. */
export class SchemaComponents {
  readonly schemas: Record<string, Json> = {};

  /** Names that schemas without their own got at their first use. */
  private readonly given = new Map<z.ZodType, string>();

  /**
   * The schema at its place of use: a reference to its name, or to `name` if it has none; without
   * both the schema itself.
   */
  describe(schema: z.ZodType, io: 'input' | 'output', name?: string): Json {
    const {
      $schema: _dialect,
      $defs,
      ...root
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // The format is enough; the pattern of a date-time has 300 characters.
        if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
        // Answers may get new fields.
        if (io === 'output' && jsonSchema.additionalProperties === false) {
          delete jsonSchema.additionalProperties;
        }
      },
    }) as Json & { $defs?: Record<string, Json> };
    const names = new Map<string, string>();
    const defs = Object.entries($defs ?? {});
    if (name && !this.given.has(schema)) this.given.set(schema, name);
    const rootName = z.globalRegistry.get(schema)?.id ?? this.given.get(schema) ?? null;
    if (rootName) defs.push([rootName, root]);
    // References between schemas need the final names, which depend on the existing ones.
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
    const copy = Object.fromEntries(entries.map(([key, entry]) => [key, walk(entry)]));
    return withItems(withNamedProperties(copy));
  };
  const { id: _id, $defs: _defs, ...rest } = walk(value) as Json;
  return rest;
}

/** A map whose keys are known is an object with these properties: generators read it as such. */
function withNamedProperties(node: Json): Json {
  const { propertyNames, additionalProperties, ...rest } = node;
  const keys = (propertyNames as Json | undefined)?.['enum'];
  if (!Array.isArray(keys) || typeof additionalProperties !== 'object') return node;
  return {
    ...rest,
    properties: Object.fromEntries(keys.map((key) => [key, additionalProperties])),
  };
}

/** A tuple of equal parts is a list of that length. */
function withItems(node: Json): Json {
  const { prefixItems, ...rest } = node;
  if (!Array.isArray(prefixItems) || 'items' in node) return node;
  if (!prefixItems.every((part) => isDeepStrictEqual(part, prefixItems[0]))) return node;
  const length = prefixItems.length;
  return { ...rest, items: prefixItems[0], minItems: length, maxItems: length };
}
