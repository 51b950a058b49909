import { MongoError } from '../mongo-error';
import { localToInstant, parseZone, type Zone } from './time-zone';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function unparsable(text: string, why: string): MongoError {
  return new MongoError(241, `Error parsing date string '${text}'; ${why}`);
}

/** Parses the usual ways to write a date; one without a zone is in the given one. @throws MongoError 241 */
export function parseDateText(text: string, zone: string): Date {
  const match =
    /^\s*(\d{4})-?(\d{2})(?:-?(\d{2}))?(?:[T ]?(\d{2})(?::?(\d{2}))?(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?\s*$/.exec(
      text,
    );
  if (match) {
    const [, year, month, day, hour, minute, second, fraction, offset] = match;
    const milliseconds = fraction ? Number(fraction.padEnd(3, '0').slice(0, 3)) : 0;
    const parts = [
      Number(year),
      Number(month),
      Number(day ?? 1),
      Number(hour ?? 0),
      Number(minute ?? 0),
      Number(second ?? 0),
    ] as const;
    if (
      parts[1] < 1 ||
      parts[1] > 12 ||
      parts[2] < 1 ||
      parts[2] > daysInMonth(parts[0], parts[1]) ||
      parts[3] > 24 ||
      parts[4] > 59 ||
      parts[5] > 59
    ) {
      throw unparsable(text, `unexpected character`);
    }
    const local = utc(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], milliseconds);
    return new Date(localToInstant(local, offset ? zoneOf(offset) : parseZone(zone)));
  }
  const named =
    /^\s*(?:[A-Za-z]{3,9},?\s+)?(?:(\d{1,2})\s+([A-Za-z]{3,9})|([A-Za-z]{3,9})\s+(\d{1,2}),?)\s+(\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?)?\s*(Z|UTC|GMT|[+-]\d{4})?\s*$/.exec(
      text,
    );
  if (named) {
    const month =
      MONTHS.findIndex((name) => name.startsWith((named[2] ?? named[3]!).toLowerCase())) + 1;
    const day = Number(named[1] ?? named[4]);
    if (month > 0) {
      const local = utc(
        Number(named[5]),
        month,
        day,
        Number(named[6] ?? 0),
        Number(named[7] ?? 0),
        Number(named[8] ?? 0),
        0,
      );
      return new Date(localToInstant(local, named[9] ? zoneOf(named[9]) : parseZone(zone)));
    }
  }
  throw unparsable(text, `passing a time zone identifier as part of the string is not allowed`);
}

function zoneOf(offset: string): Zone {
  return parseZone(/^[zZ]$/.test(offset) ? 'UTC' : offset);
}

export function utc(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
): number {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Parses by a format of `%` specifiers. @throws MongoError 241 */
export function parseDateWithFormat(text: string, format: string, zone: string): Date {
  let at = 0;
  const field: { [name: string]: number } = {};
  let offset: Zone | null = null;
  const number = (name: string, least: number, most: number): void => {
    const match = new RegExp(`^-?\\d{${least},${most}}`).exec(text.slice(at));
    if (!match) throw unparsable(text, `unexpected data found at position ${at}`);
    field[name] = Number(match[0]);
    at += match[0].length;
  };
  for (let i = 0; i < format.length; i++) {
    if (format[i] !== '%') {
      if (text[at] !== format[i])
        throw unparsable(text, `the format separator does not match at position ${at}`);
      at++;
      continue;
    }
    const specifier = format[++i];
    switch (specifier) {
      case 'Y':
        number('year', 4, 4);
        break;
      case 'G':
        number('isoYear', 4, 4);
        break;
      case 'm':
        number('month', 2, 2);
        break;
      case 'd':
        number('day', 2, 2);
        break;
      case 'j':
        number('dayOfYear', 3, 3);
        break;
      case 'H':
        number('hour', 2, 2);
        break;
      case 'M':
        number('minute', 2, 2);
        break;
      case 'S':
        number('second', 2, 2);
        break;
      case 'L':
        number('millisecond', 1, 3);
        break;
      case 'u':
        number('isoDay', 1, 1);
        break;
      case 'V':
        number('isoWeek', 1, 2);
        break;
      case 'b':
      case 'B': {
        const match = /^[A-Za-z]+/.exec(text.slice(at));
        const month = match
          ? MONTHS.findIndex(
              (name) => (specifier === 'B' ? name : name.slice(0, 3)) === match[0].toLowerCase(),
            )
          : -1;
        if (month < 0) throw unparsable(text, `unexpected data found at position ${at}`);
        field['month'] = month + 1;
        at += match![0].length;
        break;
      }
      case 'z': {
        const match = /^(?:Z|[+-]\d{2}:?\d{2})/.exec(text.slice(at));
        if (!match) throw unparsable(text, `unexpected data found at position ${at}`);
        offset = zoneOf(match[0]);
        at += match[0].length;
        break;
      }
      case 'Z':
        {
          const match = /^[+-]?\d+/.exec(text.slice(at));
          if (!match) throw unparsable(text, `unexpected data found at position ${at}`);
          const minutes = Number(match[0]);
          offset = { kind: 'offset', minutes };
          at += match[0].length;
        }
        break;
      case '%':
        if (text[at] !== '%')
          throw unparsable(text, `the format separator does not match at position ${at}`);
        at++;
        break;
      default:
        throw new MongoError(
          18536,
          `Invalid format character '%${specifier ?? ''}' in format string`,
        );
    }
  }
  if (at < text.length) throw unparsable(text, `trailing data found at position ${at}`);
  let local: number;
  if (field['isoYear'] !== undefined) {
    local =
      isoWeekStart(field['isoYear'], field['isoWeek'] ?? 1) +
      ((field['isoDay'] ?? 1) - 1) * 86_400_000;
    local +=
      ((field['hour'] ?? 0) * 3600 + (field['minute'] ?? 0) * 60 + (field['second'] ?? 0)) * 1000 +
      (field['millisecond'] ?? 0);
  } else {
    if (field['year'] === undefined)
      throw unparsable(
        text,
        'an incomplete date/time string has been found, with elements missing',
      );
    if (field['dayOfYear'] === undefined && field['month'] === undefined)
      throw unparsable(
        text,
        'an incomplete date/time string has been found, with elements missing',
      );
    const month = field['dayOfYear'] !== undefined ? 1 : field['month']!;
    const day = field['dayOfYear'] ?? field['day'] ?? 1;
    if (
      month < 1 ||
      month > 12 ||
      (field['dayOfYear'] === undefined && (day < 1 || day > daysInMonth(field['year'], month)))
    ) {
      throw unparsable(text, 'a month or day is out of range');
    }
    local = utc(
      field['year'],
      month,
      day,
      field['hour'] ?? 0,
      field['minute'] ?? 0,
      field['second'] ?? 0,
      field['millisecond'] ?? 0,
    );
  }
  return new Date(localToInstant(local, offset ?? parseZone(zone)));
}

/** The Monday that an ISO week starts with, as milliseconds. */
export function isoWeekStart(year: number, week: number): number {
  const fourth = utc(year, 1, 4, 0, 0, 0, 0);
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth - weekday * 86_400_000 + (week - 1) * 7 * 86_400_000;
}
