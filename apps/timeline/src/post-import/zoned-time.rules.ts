import { instantOf, isInYearRange } from '@engawa/contracts';

const written =
  /^(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?(?:[ T]+(\d{1,2})[:時](\d{1,2})(?:[:分](\d{1,2}))?(?:\.\d+)?[分秒]?)?$/;
const withOffset = /(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Parses a time as written by people and spreadsheets, in the given time zone unless it has an
 * offset; a date alone is its midnight. Null for anything else, such as a year before 1000.
 */
export function readTime(text: string, timeZone: string): Date | null {
  const at = readAnyTime(text, timeZone);
  return at && isInYearRange(at) ? at : null;
}

function readAnyTime(text: string, timeZone: string): Date | null {
  const trimmed = text.normalize('NFKC').trim();
  if (withOffset.test(trimmed) && trimmed.includes('T')) {
    const instant = new Date(trimmed);
    return Number.isNaN(instant.getTime()) ? null : instant;
  }
  const match = written.exec(trimmed);
  if (!match) return null;
  const [year, ...rest] = match.slice(1).map((part: string | undefined) => part ?? '0');
  const [month, day, hour, minute, second] = rest.map((part) => part.padStart(2, '0'));
  const shown = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const wall = new Date(shown);
  // 2026-02-30 and 24:00 roll over; they are invalid.
  if (Number.isNaN(wall.getTime()) || wall.toISOString() !== shown) return null;
  return instantOf(wall.getTime(), timeZone);
}
