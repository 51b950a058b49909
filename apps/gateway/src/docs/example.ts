type Json = Record<string, unknown>;

const TEXT = '縁側';
const MOST_DEPTH = 12;

/** What texts of these names look like. */
const byName: Readonly<Record<string, string>> = {
  memo: '来月から週3日に増やしたいとのこと。',
  displayName: '縁側 花子',
  jobTitle: '店長',
  bio: 'コーヒーの淹れ方はきいてください。',
  familyName: '縁側',
  firstName: '花子',
  familyNameKana: 'えんがわ',
  firstNameKana: 'はなこ',
  company: '縁側株式会社',
  photoUrl: '/api/v1/member-photos/engawa-sendai/019a2b3c/photo.webp',
  thumbPhotoUrl: '/api/v1/member-photos/engawa-sendai/019a2b3c/thumb.webp',
  url: 'https://engawa.example/',
  email: 'hanako@engawa.example',
  password: 'a good long password',
  name: '相談',
  title: '代表',
  fileName: '見取り図.png',
  mediaType: 'image/png',
  contentType: 'image/png',
  timeZone: 'Asia/Tokyo',
  network: '192.0.2.0/24',
  userAgent: 'Firefox on Linux',
};

/**
 * A value that shows a schema: the examples that its parts name, else something of their kind and
 * name. Of an input, most of what may be left out stays out.
 */
export function exampleOf(
  schema: Json,
  schemas: Readonly<Record<string, unknown>>,
  io: 'input' | 'output',
  depth = 0,
  name = '',
): unknown {
  const inner = (part: unknown, called = name) =>
    exampleOf(part as Json, schemas, io, depth + 1, called);
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
      if (Array.isArray(schema['prefixItems']))
        return schema['prefixItems'].map((part) => inner(part));
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
      return textOf(schema, name);
    default:
      return null;
  }
}

function exampleOfObject(
  schema: Json,
  io: 'input' | 'output',
  inner: (part: unknown, name?: string) => unknown,
): Json {
  const required = (schema['required'] as string[] | undefined) ?? [];
  const properties = Object.entries((schema['properties'] as Record<string, Json>) ?? {});
  // A map with known keys has them as the names that its properties may bear.
  const keys = ((schema['propertyNames'] as Json | undefined)?.['enum'] as string[]) ?? required;
  const others = keys
    .filter((name) => !properties.some(([known]) => known === name))
    .map((name) => [name, (schema['additionalProperties'] ?? {}) as Json] as const);
  const shown = [
    ...properties.filter(([name]) => io === 'output' || required.includes(name) || name in byName),
    ...others,
  ];
  // Of what may be left out altogether, something is shown all the same.
  if (shown.length === 0) shown.push(...properties.slice(0, 1));
  return Object.fromEntries(shown.map(([name, part]) => [name, inner(part, name)]));
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
  '/posts',
  '123456',
  'timeline.post.created',
  'https://engawa.example/',
];

function textOf(schema: Json, name: string): string {
  const known = formats[String(schema['format'])];
  if (known) return known;
  const least = Number(schema['minLength'] ?? 0);
  const pattern = new RegExp(typeof schema['pattern'] === 'string' ? schema['pattern'] : '');
  const named = byName[name] === undefined ? [] : [byName[name]];
  const text = [...named, ...texts].find((each) => pattern.test(each)) ?? TEXT;
  return text.length >= least ? text : text.repeat(Math.ceil(least / text.length));
}
