import type { ProblemField } from '@engawa/contracts';

/** Why a request failed: the server's problem document, or no answer. */
export interface ApiProblem {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The server's stable code, or `network` or `unknown`. */
  readonly code: string;
  /** Text in the reader's language; empty if the server sent none. */
  readonly text: string;
  readonly requestId: string | null;
  readonly fields: readonly ProblemField[];
  /** With 412: the current version. */
  readonly current?: unknown;
  /** With 429 and 503: seconds to wait. */
  readonly retryAfter: number | null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Parses an error answer; anything but a problem document becomes `unknown`. */
export function problemOf(status: number, body: unknown, retryAfter?: string | null): ApiProblem {
  const wait = Number(retryAfter);
  const shared = { status, retryAfter: retryAfter && Number.isFinite(wait) ? wait : null };
  if (!isRecord(body) || typeof body.code !== 'string') {
    return { ...shared, code: 'unknown', text: '', requestId: null, fields: [] };
  }
  const text = typeof body.detail === 'string' && body.detail ? body.detail : body.title;
  return {
    ...shared,
    code: body.code,
    text: typeof text === 'string' ? text : '',
    requestId: typeof body.requestId === 'string' ? body.requestId : null,
    fields: Array.isArray(body.errors) ? (body.errors as ProblemField[]) : [],
    current: body.current,
  };
}

/** No answer. */
export const networkProblem: ApiProblem = {
  status: 0,
  code: 'network',
  text: '',
  requestId: null,
  fields: [],
  retryAfter: null,
};

/** Whether a value that was thrown or rejected is an {@link ApiProblem}. */
function isApiProblem(value: unknown): value is ApiProblem {
  return isRecord(value) && typeof value.status === 'number' && typeof value.code === 'string';
}

/** Extracts the problem from a rejected request. */
export function problemFrom(error: unknown): ApiProblem {
  if (isApiProblem(error)) return error;
  if (isRecord(error) && isApiProblem(error.error)) return error.error;
  return { ...networkProblem, code: 'unknown' };
}

/**
 * Whether nobody has the entity of the request: its id is unknown, or has a form that no id has. The
 * latter comes from an address that somebody typed or cut; another attempt cannot help.
 */
export function isNotFound(error: unknown): boolean {
  const { status, fields } = problemFrom(error);
  return (
    status === 404 || fields.some(({ pointer }) => /^\/(?:path|query\/around)\b/.test(pointer))
  );
}

/** The server's message for a form field, by the end of its pointer (`memo`, `email`, …). */
export function fieldText(problem: ApiProblem | null | undefined, field: string): string | null {
  const found = problem?.fields.find((entry) => entry.pointer.split('/').includes(field));
  return found?.detail ?? null;
}
