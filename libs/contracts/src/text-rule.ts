/* eslint-disable no-control-regex -- they are what is refused */
/**
 * Texts that callers may send (API-4): no NUL and no other control character but tab, newline and
 * carriage return. Others are refused and never dropped. As patterns of schemas these say nothing
 * of surrogates, for which validators differ; see {@link isCleanText}.
 */
export const textForm = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;
/** The same on one line: no tab and no line break either. */
export const lineForm = /^[^\u0000-\u001f\u007f-\u009f]*$/;
/* eslint-enable no-control-regex */
const loneSurrogate = /\p{Surrogate}/u;

/** Whether a text may be sent: {@link textForm}, and no half of a surrogate pair. */
export function isCleanText(text: string): boolean {
  return textForm.test(text) && !loneSurrogate.test(text);
}

/** Whether a text of one line may be sent. */
export function isCleanLine(text: string): boolean {
  return lineForm.test(text) && !loneSurrogate.test(text);
}

/** The paths of all strings of a value that are not clean; a key of an object counts as its value. */
export function uncleanPaths(value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return isCleanText(value) ? [] : [[...path]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) =>
    isCleanText(key) ? uncleanPaths(item, [...path, key]) : [[...path, key]],
  );
}
