import {
  fieldTexts,
  problemTexts,
  type Locale,
  type Problem,
  type ProblemField,
  type ProblemText,
} from '@engawa/contracts';
import type { ProblemError } from './problem-error';

type Params = Readonly<Record<string, string | number>>;

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Replaces `{name}` in a text. */
function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  );
}

/** The text of a field's code in the caller's language. */
export function fieldText(code: string, locale: Locale, params: Params = {}): string {
  const own = fieldTexts as Record<string, Record<Locale, string>>;
  const shared = problemTexts as Record<string, ProblemText>;
  const text = own[code] ?? shared[code] ?? fieldTexts.invalid;
  return fill(text[locale], params);
}

/** The RFC 9457 document of a problem, in the caller's language. */
export function problemDocument(
  error: ProblemError,
  request: { locale: Locale; requestId: string; instance?: string },
): Problem {
  const text: ProblemText = (problemTexts as Record<string, ProblemText>)[error.code] ?? {
    ja: error.code,
    en: error.code,
  };
  const { locale, requestId } = request;
  const params = { requestId, ...error.options.params };
  const detail =
    error.options.detail ?? (text.detail ? fill(text.detail[locale], params) : undefined);
  const errors: ProblemField[] | undefined = error.options.errors?.map((field) => ({
    pointer: field.pointer,
    code: field.code,
    detail: field.detail ?? fieldText(field.code, locale),
  }));
  return {
    type: `urn:engawa:problem:${error.code}`,
    title: fill(text[locale], params),
    status: error.status,
    code: error.code,
    ...(detail === undefined ? {} : { detail }),
    ...(request.instance === undefined ? {} : { instance: request.instance }),
    requestId,
    ...(errors && errors.length > 0 ? { errors } : {}),
    ...(error.options.current === undefined ? {} : { current: error.options.current }),
  };
}
