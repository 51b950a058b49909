import type { z } from 'zod';
import { fieldTexts, type Locale } from '@engawa/contracts';
import { ProblemError } from './problem-error';
import { fieldText } from './problem-document';

type Issue = z.core.$ZodIssue;
type InputRoot = 'body' | 'query' | 'path';
interface Wrong {
  path: PropertyKey[];
  code: string;
  params?: Record<string, string | number>;
}

/** The codes of services have dots, those that all share are in `fieldTexts`. */
const isCode = (text: string): boolean =>
  /^[a-z]+(\.[a-zA-Z-]+)*\.[a-z-]+$/.test(text) || Object.hasOwn(fieldTexts, text);

/** RFC 6901. */
function pointerOf(root: string, path: readonly PropertyKey[]): string {
  const steps = path.map((step) => String(step).replace(/~/g, '~0').replace(/\//g, '~1'));
  return ['', root, ...steps].join('/');
}

function sizeCode(origin: string, small: boolean): string {
  if (origin === 'string') return small ? 'too-short' : 'too-long';
  if (origin === 'array' || origin === 'set') return small ? 'too-few' : 'too-many';
  return small ? 'too-small' : 'too-big';
}

/**
 * The value at a place of the input. A place within a text, such as an entry of the list `a,b`, has
 * the whole text.
 */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (value === null || typeof value !== 'object') return value;
    return Object.hasOwn(value, step) ? (value as Record<PropertyKey, unknown>)[step] : undefined;
  }, input);
}

function wrongPlaces(issue: Issue, input: unknown, prefix: PropertyKey[] = []): Wrong[] {
  const path = [...prefix, ...issue.path];
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, path) === undefined
        ? [{ path, code: 'missing' }]
        : [{ path, code: 'invalid-type', params: { expected: issue.expected } }];
    case 'too_big':
      return [
        {
          path,
          code: sizeCode(issue.origin, false),
          params: { maximum: Number(issue.maximum) },
        },
      ];
    case 'too_small':
      return [
        { path, code: sizeCode(issue.origin, true), params: { minimum: Number(issue.minimum) } },
      ];
    case 'invalid_format':
      if (issue.format === 'email') return [{ path, code: 'invalid-email' }];
      if (issue.format === 'datetime') return [{ path, code: 'invalid-instant' }];
      return [{ path, code: 'invalid-format' }];
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], code: 'unknown-field' }));
    case 'invalid_value':
      if (valueAt(input, path) === undefined) return [{ path, code: 'missing' }];
      return [{ path, code: 'invalid-value', params: { values: issue.values.join(', ') } }];
    case 'invalid_union': {
      // The branch that got furthest describes the error best.
      const branches = issue.errors.map((errors) =>
        errors.flatMap((e) => wrongPlaces(e, input, path)),
      );
      const deepest = branches.filter((wrong) => wrong.some((w) => w.path.length > path.length));
      if (deepest.length === 1) return deepest[0]!;
      return [{ path, code: 'invalid' }];
    }
    case 'custom':
      return [
        {
          path,
          code: isCode(issue.message) ? issue.message : 'invalid',
          params: issue.params as Wrong['params'],
        },
      ];
    default:
      return [{ path, code: 'invalid' }];
  }
}

const MAX_ERRORS = 50;

/** Converts zod issues to a 400 with a pointer to each error in body, query or path. */
export function inputProblem(
  root: InputRoot,
  issues: readonly Issue[],
  locale: Locale,
  input: unknown,
): ProblemError {
  const errors = issues
    .flatMap((issue) => wrongPlaces(issue, input))
    .slice(0, MAX_ERRORS)
    .map(({ path, code, params }) => ({
      pointer: pointerOf(root, path),
      code,
      detail: fieldText(code, locale, params),
    }));
  return new ProblemError('request.invalid', { errors });
}

/** A 400 like {@link inputProblem} for texts with forbidden characters. */
export function uncleanTextProblem(
  root: InputRoot,
  paths: readonly (readonly PropertyKey[])[],
  locale: Locale,
): ProblemError {
  const code = 'invalid-character';
  const errors = paths.slice(0, MAX_ERRORS).map((path) => ({
    // A key sent by the caller may contain forbidden characters too.
    pointer: pointerOf(root, path).replace(/\p{Surrogate}/gu, '\ufffd'),
    code,
    detail: fieldText(code, locale),
  }));
  return new ProblemError('request.invalid', { errors });
}
