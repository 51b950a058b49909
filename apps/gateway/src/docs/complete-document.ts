import type { Locale, ProblemCode } from '@engawa/contracts';
import type { OpenApiDocument } from '@engawa/service-kit';
import recorded from './examples.json';
import { exampleOfProblem } from './problem-example';

type Json = Record<string, unknown>;
type Operation = OpenApiDocument['paths'][string][string];

const PROBLEM = 'application/problem+json';

/** Shared components besides schemas. */
export interface SharedParts {
  headers: Record<string, Json>;
  examples: Record<string, Json>;
  responses: Record<string, Json>;
}

/** One per operation, recorded by `npm run openapi:examples`. */
const examples = recorded as Readonly<Record<string, { body?: unknown; answer?: unknown }>>;

const headers: Record<string, Json> = {
  'X-Request-Id': {
    description: 'Id of the request in logs; the one that the caller sent, if any',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds',
    schema: { type: 'string', examples: ['"default";q=6000;w=60'] },
  },
  RateLimit: {
    description: 'How much of it is left: `r` requests, until all are there again in `t` seconds',
    schema: { type: 'string', examples: ['"default";r=5999;t=60'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    schema: { type: 'integer' },
  },
};
const onEach = ['X-Request-Id', 'RateLimit-Policy', 'RateLimit'];
/** Problems with `Retry-After`, besides those of 429 and 503. */
const retriable = new Set<ProblemCode>(['timeline.post.already-reminded']);

/**
 * Completes the operations of a merged document, in place: examples of bodies, responses and every
 * problem, and response headers. Responses that all operations share are moved to the returned
 * components, to keep the document readable.
 */
export function completeDocument(paths: OpenApiDocument['paths'], locale: Locale): SharedParts {
  const shared: SharedParts = { headers, examples: {}, responses: {} };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  addExamples(operations);
  for (const operation of operations) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const codes = answer['x-codes'] as ProblemCode[] | undefined;
      if (codes) completeProblem(answer, codes, { shared, locale });
      addHeaders(answer, headersAt(status, codes));
    }
  }
  shareAnswers(operations, shared);
  shared.examples = Object.fromEntries(
    Object.entries(shared.examples).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return shared;
}

/**
 * Error responses carry the request id and rate limit headers too; documented only where useful.
 */
function headersAt(status: string, codes: readonly ProblemCode[] = []): string[] {
  if (status === '429') return [...onEach, 'Retry-After'];
  if (status === '503' || codes.some((code) => retriable.has(code))) return ['Retry-After'];
  return status < '400' ? onEach : [];
}

function addHeaders(answer: Json, names: readonly string[]): void {
  if (names.length === 0) return;
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  answer['headers'] = { ...(answer['headers'] as Json | undefined), ...Object.fromEntries(refs) };
}

/**
 * Adds recorded bodies and responses as examples; an operation without a recording takes one of the
 * same schema.
 */
function addExamples(operations: readonly Operation[]): void {
  const parts = operations.flatMap((operation) => {
    const { body, answer } = examples[operation.operationId] ?? {};
    return [
      { media: jsonOf(operation.requestBody), value: body },
      { media: jsonOf(answerOf(operation)), value: answer },
    ];
  });
  const bySchema = new Map<unknown, unknown>();
  for (const { media, value } of parts) if (value !== undefined) bySchema.set(refOf(media), value);
  for (const { media, value } of parts) {
    const example = value ?? bySchema.get(refOf(media));
    if (media && example !== undefined) media['example'] = example;
  }
}

function answerOf({ responses }: Operation): Json | undefined {
  return Object.entries(responses).find(([status]) => /^2/.test(status))?.[1];
}

function jsonOf(part: Json | undefined): Json | undefined {
  return (part?.['content'] as Record<string, Json> | undefined)?.['application/json'];
}

function refOf(media: Json | undefined): unknown {
  return (media?.['schema'] as Json | undefined)?.['$ref'];
}

/** Lists the codes; their texts are in the examples, each once per document. */
function completeProblem(
  answer: Json,
  codes: readonly ProblemCode[],
  { shared, locale }: { shared: SharedParts; locale: Locale },
): void {
  delete answer['x-codes'];
  answer['description'] = codes.map((code) => `\`${code}\``).join(', ');
  const media = (answer['content'] as Record<string, Json>)[PROBLEM]!;
  media['examples'] = Object.fromEntries(
    codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );
  for (const code of codes) shared.examples[code] ??= exampleOfProblem(code, locale);
}

/** Writes the most frequent form of each status once. */
function shareAnswers(operations: readonly Operation[], shared: SharedParts): void {
  const forms = new Map<string, { status: string; answer: Json; users: Operation[] }>();
  for (const operation of operations) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      const form = JSON.stringify([status, answer]);
      const known = forms.get(form) ?? { status, answer, users: [] };
      known.users.push(operation);
      forms.set(form, known);
    }
  }
  const byUse = [...forms].sort(
    ([a, { users: one }], [b, { users: other }]) => other.length - one.length || (a < b ? -1 : 1),
  );
  for (const [, { status, answer, users }] of byUse) {
    const name = `Problem${status}`;
    if (users.length < 2 || name in shared.responses) continue;
    shared.responses[name] = answer;
    for (const { responses } of users)
      responses[status] = { $ref: `#/components/responses/${name}` };
  }
  shared.responses = Object.fromEntries(
    Object.entries(shared.responses).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
