/* eslint-disable no-control-regex -- they are what is refused */
/**
 * Texts that callers may send (API-4): no control characters except tab, newline and carriage
 * return. Others are rejected, never removed. The patterns do not cover surrogates, which
 * validators treat differently; see {@link isCleanText}.
 */
export const textForm = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$/;
/** The same for one line: no tab and no line break either. */
export const lineForm = /^[^\u0000-\u001f\u007f-\u009f]*$/;
/* eslint-enable no-control-regex */
/** Spaces and characters that show nothing, such as the zero-width space. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const loneSurrogate = /\p{Surrogate}/u;

/** Whether a text may be sent: {@link textForm} without unpaired surrogates. */
export function isCleanText(text: string): boolean {
  return textForm.test(text) && !loneSurrogate.test(text);
}

/** Whether a text of one line may be sent. */
export function isCleanLine(text: string): boolean {
  return lineForm.test(text) && !loneSurrogate.test(text);
}

/** Whether a text shows nothing. Invisible characters within a text, as in many emoji, are part of it. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

/** The text without spaces around it; empty if it shows nothing. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim();
}

/** Paths of all strings in a value that are not clean, including object keys. */
export function uncleanPaths(value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return isCleanText(value) ? [] : [[...path]];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) =>
    isCleanText(key) ? uncleanPaths(item, [...path, key]) : [[...path, key]],
  );
}

/** Longest memo of a post or comment, in UTF-16 units. */
export const MEMO_MAX_LENGTH = 20_000;
