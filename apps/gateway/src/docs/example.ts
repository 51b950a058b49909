type Json = Record<string, unknown>;

const TEXT = '縁側';
const MOST_DEPTH = 12;

/**
 * A value that shows a schema: the examples that its parts name, else the least of each kind. Of an
 * input, what may be left out and is then nothing or empty stays out.
 */
export function exampleOf(
  schema: Json,
  schemas: Readonly<Record<string, unknown>>,
  io: 'input' | 'output',
  depth = 0,
): unknown {
  const inner = (part: unknown) => exampleOf(part as Json, schemas, io, depth + 1);
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const target = schemas[ref.slice(ref.lastIndexOf('/') + 1)];
    return target && depth < MOST_DEPTH ? inner(target) : null;
  }
  if ('example' in schema) return schema['example'];
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices) return inner(choices.find(({ type }) => type !== 'null') ?? choices[0]);
  const all = schema['allOf'] as Json[] | undefined;
  if (all) return Object.assign({}, ...all.map((part) => inner(part) as object));
  switch (schema['type']) {
    case 'object':
      return exampleOfObject(schema, io, inner);
    case 'array': {
      if (Array.isArray(schema['prefixItems'])) return schema['prefixItems'].map(inner);
      if (depth >= MOST_DEPTH || schema['maxItems'] === 0) return [];
      const count = Math.max(1, Number(schema['minItems'] ?? 1));
      return Array.from({ length: count }, () => inner(schema['items'] ?? {}));
    }
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return schema['default'] ?? false;
    case 'string':
      return textOf(schema);
    default:
      return null;
  }
}

function exampleOfObject(
  schema: Json,
  io: 'input' | 'output',
  inner: (part: unknown) => unknown,
): Json {
  const required = (schema['required'] as string[] | undefined) ?? [];
  const properties = Object.entries((schema['properties'] as Record<string, Json>) ?? {});
  // A map with known keys has them as the names that its properties may bear.
  const keys = ((schema['propertyNames'] as Json | undefined)?.['enum'] as string[]) ?? required;
  const others = keys
    .filter((name) => !properties.some(([known]) => known === name))
    .map((name) => [name, (schema['additionalProperties'] ?? {}) as Json] as const);
  return Object.fromEntries(
    [...properties, ...others]
      .filter(([name, part]) => io === 'output' || required.includes(name) || !isEmpty(part))
      .map(([name, part]) => [name, inner(part)]),
  );
}

/** Whether it is nothing, or an empty list, where it is left out. */
function isEmpty(schema: Json): boolean {
  if (!('default' in schema)) return false;
  const value = schema['default'];
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function numberOf(schema: Json): number {
  if (typeof schema['default'] === 'number') return schema['default'];
  const least = schema['minimum'];
  return typeof least === 'number' && least > -1_000_000 ? Math.max(least, 1) : 1;
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T14:30:00.000Z',
  date: '2026-11-21',
  time: '09:00',
  email: 'hanako@engawa.example',
  uri: 'https://engawa.example/',
};

/** Texts of many forms: the first that a pattern takes is shown. */
const texts = [
  TEXT,
  'engawa',
  '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b',
  'spaces/engawa-sendai/posts/019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b',
  '09:00',
  '2026-11-21',
  '2026-11',
  '#8b5e3c',
  '123456',
  'timeline.post.created',
  'https://engawa.example/',
];

function textOf(schema: Json): string {
  if (typeof schema['default'] === 'string') return schema['default'];
  const known = formats[String(schema['format'])];
  if (known) return known;
  const least = Number(schema['minLength'] ?? 0);
  const pattern = new RegExp(typeof schema['pattern'] === 'string' ? schema['pattern'] : '');
  const text = texts.find((each) => pattern.test(each)) ?? TEXT;
  return text.length >= least ? text : text.repeat(Math.ceil(least / text.length));
}
