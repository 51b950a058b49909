import { z } from 'zod';
import { lineForm, MEMO_MAX_LENGTH, textForm, trimmed } from './text-rule';
import { isShortPassword, PASSWORD_MIN_LENGTH } from './password';

/** An entity's id: a UUIDv7, or the fixed name of a built-in entity such as `businessIssue`. */
export const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/)
  .meta({ description: 'Id of an entity', example: '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b' });

/** A space's id: its URL-safe name, unique and never reused (IDN-1). */
export const spaceId = z
  .string()
  .min(2)
  .max(40)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/)
  .meta({ description: 'URL-safe name of a space', example: 'engawa-sendai' });

/** An instant as RFC 3339 with an offset, to the millisecond. */
export const instant = z.iso
  .datetime({ offset: true })
  .meta({ description: 'Instant (RFC 3339)', example: '2026-11-21T14:30:00.000Z' });

/** Whether the year in UTC is between 1000 and 9999, as that of a `day`. */
export function isInYearRange(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1000 && year <= 9999;
}

/** An instant of a request that is stored or published; filters take any `instant`. */
export const instantInput = instant.superRefine((text, context) => {
  const at = new Date(text);
  // Otherwise no instant at all, which is an error already.
  if (Number.isNaN(at.getTime()) || isInYearRange(at)) return;
  context.addIssue({ code: 'invalid_format', format: 'datetime', input: text });
});

/** Number of changes of a document; sent in `ETag` and `If-Match`. Starts at 1. */
export const version = z.int().min(1);

/** Opaque position in a list; valid only for the list and filter that returned it. */
export const cursor = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[A-Za-z0-9_-]+$/);

/** A text as it is stored: trimmed, and empty if it shows nothing. */
export const trimmedText = z.string().overwrite(trimmed);

/** A trimmed text of one line: no line breaks or other control characters. */
export const line = (longest: number) =>
  trimmedText.max(longest).regex(lineForm, { error: 'Control characters are not allowed' });

/** A trimmed text of several lines. */
export const lines = (longest: number) =>
  trimmedText.max(longest).regex(textForm, { error: 'Control characters are not allowed' });

/** E-mail address as entered; compared case-insensitively (IDN-2). */
export const email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .meta({ example: 'hanako@example.com' });

/** At least 8 characters (specification, section 5); the upper bound keeps hashing cheap. */
export const newPassword = z
  .string()
  .max(200)
  .check(({ value, issues }) => {
    if (!isShortPassword(value)) return;
    const limit = { minimum: PASSWORD_MIN_LENGTH, inclusive: true };
    issues.push({ code: 'too_small', origin: 'string', ...limit, input: value });
  })
  .meta({ minLength: PASSWORD_MIN_LENGTH });

/** The languages of the product, the default first. */
export const locales = ['ja', 'en'] as const;
export const locale = z.enum(locales);
export type Locale = z.infer<typeof locale>;

/** Encodings of CSV files; cp932 is the Shift_JIS of spreadsheets. */
export const csvEncoding = z.enum(['utf-8', 'utf-16le', 'utf-16be', 'cp932']);
export type CsvEncoding = z.infer<typeof csvEncoding>;

/** The text of a post, comment or draft. */
export const memo = z
  .string()
  .max(MEMO_MAX_LENGTH)
  .regex(textForm, { error: 'Control characters are not allowed' });
/** Page size of posts, notifications and tasks (specification, section 9). */
export const PAGE_SIZE = 10;
/** Posts on each side of an addressed post. */
export const AROUND_SIZE = 5;
/** Most posts that a page holds and keeps live. */
export const WINDOW_LIMIT = 300;
/** Largest attachment in bytes: 4 MB (TML-6). */
export const FILE_MAX_BYTES = 4 * 1024 * 1024;
/** Most emoji of a space. */
export const REACTION_LIMIT = 7;
/** A label without an order sorts as if it had this one. */
export const LABEL_DEFAULT_ORDER = 99;

/** A page of a list: its items and the cursors; a cursor is null at an end. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    nextCursor: cursor.nullable().meta({ description: 'Cursor of the next page' }),
    previousCursor: cursor
      .nullable()
      .meta({ description: 'Cursor of the previous page; null if unknown' }),
  });
}

/** `a,b,c` in a query string as a list of ids. */
export const idList = z
  .string()
  .max(8_000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(id).min(1).max(100));
