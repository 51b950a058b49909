import {
  apiTokenScope,
  problem,
  problemTexts,
  type ProblemCode,
  type ProblemText,
} from '@engawa/contracts';
import { statusOf } from '../problem/problem-status';
import type { Handler } from './handlers';
import { parameterText } from './parameter-texts';
import type { SchemaComponents } from './schema-components';

type Json = Record<string, unknown>;

export interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
  security?: Record<string, string[]>[];
  [extension: `x-${string}`]: unknown;
  summary?: string;
  description?: string;
}

const PROBLEM_MEDIA = 'application/problem+json';

/** Describes a handler as an OpenAPI operation with all its answers. */
export function describeOperation(
  handler: Handler,
  place: { service: string; path: string; method: string; components: SchemaComponents },
): Operation {
  const { marks } = handler;
  const { components } = place;
  const isPublic = marks.access === 'public';
  const permission =
    marks.access && !isPublic && marks.access !== 'signed-in' ? marks.access : null;
  const parameters = [
    ...pathParameters(handler, place.path, components),
    ...queryParameters(handler, place.path, components),
    ...headerParameters(handler, place.method),
  ];
  const body = handler.body
    ? {
        'application/json': {
          schema: components.describe(handler.body.schema, 'input', nameOf(marks, 'Input')),
        },
      }
    : marks.requestBody;
  const status = marks.status ?? 200;
  return {
    operationId: marks.operationId!,
    tags: [place.service],
    ...(marks.summary ? { summary: marks.summary } : {}),
    ...(marks.description ? { description: marks.description } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [status]: answerOf(handler, components),
      ...(place.method === 'get' && marks.answer
        ? { 304: { description: 'Not modified: the caller has it' } }
        : {}),
      ...problemAnswers(
        problemsOf(handler, { isPublic, permission, isWrite: place.method !== 'get' }),
        components,
      ),
    },
    security: isPublic ? [] : securityOf(permission, marks.sessionOnly === true),
    ...(permission ? { 'x-permission': permission } : {}),
    ...(marks.beforeOnboarding ? { 'x-before-onboarding': true } : {}),
  };
}

/** `createPost` → `CreatePostInput`. */
function nameOf({ operationId }: Handler['marks'], kind: 'Input' | 'Answer'): string {
  return `${operationId![0]!.toUpperCase()}${operationId!.slice(1)}${kind}`;
}

/** A session, or an API token that has the scope. */
function securityOf(permission: string | null, sessionOnly: boolean): Record<string, string[]>[] {
  const session = { session: [] };
  if (sessionOnly) return [session];
  if (permission === null) return [session, { apiToken: [] }];
  const isScope = apiTokenScope.safeParse(permission).success;
  return isScope ? [session, { apiToken: [permission] }] : [session];
}

const defaultDescriptions: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; the work continues in the background',
  204: 'Success without content',
};

function answerOf(handler: Handler, components: SchemaComponents): Json {
  const { answer, answerDescription, mediaType, etag } = handler.marks;
  const description =
    answerDescription ?? defaultDescriptions[handler.marks.status ?? 200] ?? 'Success';
  if (!answer) {
    return mediaType
      ? { description, content: { [mediaType]: { schema: { type: 'string' } } } }
      : { description };
  }
  const schema = components.describe(answer, 'output', nameOf(handler.marks, 'Answer'));
  const shape = (answer as { shape?: Record<string, unknown> }).shape;
  return {
    description,
    ...(etag !== false && shape && 'version' in shape
      ? {
          headers: {
            ETag: { description: 'The version, for `If-Match`', schema: { type: 'string' } },
          },
        }
      : {}),
    content: { [mediaType ?? 'application/json']: { schema } },
  };
}

function problemsOf(
  handler: Handler,
  access: { isPublic: boolean; permission: string | null; isWrite: boolean },
): ProblemCode[] {
  const { marks } = handler;
  const codes: ProblemCode[] = ['request.invalid', 'internal.unexpected'];
  if (access.isWrite) codes.push('request.contended');
  if (handler.body || marks.requestBody) {
    codes.push(
      'request.body-malformed',
      'request.body-too-large',
      'request.media-type-unsupported',
    );
  }
  if (!access.isPublic) codes.push('auth.required', 'auth.token-invalid', 'auth.token-expired');
  if (!access.isPublic && !marks.beforeOnboarding) codes.push('auth.onboarding-required');
  if (access.permission || marks.sessionOnly) codes.push('auth.forbidden');
  if (marks.ifMatch) codes.push('request.if-match-invalid', 'request.stale-version');
  if (marks.ifMatch === 'required') codes.push('request.if-match-missing');
  if (marks.idempotent) {
    codes.push('request.idempotency-key-invalid', 'request.idempotency-mismatch');
  }
  return [...codes, 'gateway.rate.limited', ...(marks.problems ?? [])];
}

const CURRENT_VERSION: Json = {
  description: 'The current version, for another attempt',
  schema: { type: 'string' },
};

/** Problem answers, one per status. */
export function problemAnswers(
  codes: readonly ProblemCode[],
  components: SchemaComponents,
): Record<string, Json> {
  const schema = components.describe(problem, 'output');
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes)) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list
          .map((code) => `\`${code}\`: ${(problemTexts[code] as ProblemText).en}`)
          .join('\n\n'),
        // For the gateway, which writes each text once.
        'x-codes': list,
        ...(status === 412 ? { headers: { ETag: CURRENT_VERSION } } : {}),
        content: { [PROBLEM_MEDIA]: { schema } },
      },
    ]),
  );
}

function pathParameters(handler: Handler, path: string, components: SchemaComponents): Json[] {
  const described = handler.path
    ? propertiesOf(components.describe(handler.path.schema, 'input'), components)
    : {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const { description, ...schema } = described[name!] ?? { type: 'string' };
    return {
      name,
      in: 'path',
      required: true,
      description: parameterText({ path, in: 'path' }, name!, description),
      schema,
    };
  });
}

function queryParameters(handler: Handler, path: string, components: SchemaComponents): Json[] {
  if (!handler.query) return [];
  const schema = components.describe(handler.query.schema, 'input');
  const required = (schema['required'] as string[] | undefined) ?? [];
  return Object.entries(propertiesOf(schema, components)).map(([name, property]) => {
    const { description, ...rest } = property as Json;
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: parameterText({ path, in: 'query' }, name, description),
      schema: rest,
    };
  });
}

function propertiesOf(schema: Json, components: SchemaComponents): Record<string, Json> {
  const ref = schema['$ref'];
  const target =
    typeof ref === 'string' ? components.schemas[ref.slice(ref.lastIndexOf('/') + 1)] : schema;
  return (target?.['properties'] as Record<string, Json> | undefined) ?? {};
}

function headerParameters({ marks }: Handler, method: string): Json[] {
  const parameters: Json[] = [];
  if (method === 'get' && marks.answer) {
    parameters.push({
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: '`ETag` of an earlier response; 304 without a body if nothing changed',
      schema: { type: 'string', maxLength: 500 },
    });
  }
  if (marks.minimal) {
    parameters.push({
      name: 'Prefer',
      in: 'header',
      required: false,
      description:
        '`return=minimal`: no body, only `ETag` and, for something new, `Location` (201, else 204)',
      schema: { type: 'string', maxLength: 200 },
    });
  }
  if (marks.ifMatch) {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      required: marks.ifMatch === 'required',
      description:
        marks.ifMatch === 'required'
          ? '`ETag` of the version that the change is based on; `*` overwrites any version'
          : '`ETag` of the version that the change is based on; without it any version is changed',
      schema: { type: 'string', examples: ['"7"'] },
    });
  }
  if (marks.idempotent) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A request that is repeated with the same key within 24 hours changes nothing again',
      schema: { type: 'string', minLength: 8, maxLength: 128 },
    });
  }
  return parameters;
}
