import {
  int32,
  isDoc,
  isNumeric,
  ObjectId,
  Timestamp,
  typeName,
  type Doc,
  type Value,
} from '../bson/bson-value';
import { integerOperand } from '../bson/value-arithmetic';
import { MongoError } from '../mongo-error';
import { isNullish } from './arithmetic.operators';
import { daysInMonth, isoWeekStart, parseDateText, parseDateWithFormat, utc } from './date-text';
import {
  namedArguments,
  unary,
  type Evaluate,
  type ExpressionOperator,
  type OperatorTable,
  type Scope,
} from './expression-scope';
import { instantToLocal, localToInstant, offsetAt, parseZone, type Zone } from './time-zone';

const DAY = 86_400_000;
const UTC = parseZone('UTC');

function hasMoment(value: Value): value is Date | Timestamp | ObjectId {
  return value instanceof Date || value instanceof Timestamp || value instanceof ObjectId;
}

/** A moment out of the types that have one. @throws MongoError 16006 */
function momentOf(value: Value): Date {
  if (value instanceof Date) return value;
  if (value instanceof Timestamp) return new Date((value.high >>> 0) * 1000);
  if (value instanceof ObjectId) return value.getTimestamp();
  throw new MongoError(16006, `can't convert from BSON type ${typeName(value)} to Date`);
}

/** The zone that an expression names; null when it names none because it is null. */
function zoneFrom(evaluate: Evaluate | null, scope: Scope): Zone | null {
  if (!evaluate) return UTC;
  const name = evaluate(scope);
  if (isNullish(name)) return null;
  if (typeof name !== 'string')
    throw new MongoError(40533, `timezone must evaluate to a string, found ${typeName(name)}`);
  return parseZone(name);
}

/** `$year` and friends: of a date, or of `{ date, timezone }`. */
function part(run: (local: Date) => Value): ExpressionOperator {
  return (operand, context, name) => {
    let inner: Value = operand;
    let zone: Evaluate | null = null;
    if (isDoc(operand) && !String(operand.keys().next().value).startsWith('$')) {
      for (const key of operand.keys())
        if (key !== 'date' && key !== 'timezone')
          throw new MongoError(40535, `unrecognized option to ${name}: "${key}"`);
      if (!operand.has('date'))
        throw new MongoError(
          40539,
          `missing 'date' argument to ${name}, provided: ${String(operand)}`,
        );
      inner = operand.get('date')!;
      if (operand.has('timezone')) zone = context.compile(operand.get('timezone')!);
    } else if (Array.isArray(operand)) {
      if (operand.length !== 1)
        throw new MongoError(
          40536,
          `${name} accepts exactly one argument if given an array, but was given ${operand.length}`,
        );
      inner = operand[0]!;
    }
    const date = context.compile(inner);
    return (scope) => {
      const value = date(scope);
      if (isNullish(value)) return null;
      const where = zoneFrom(zone, scope);
      if (!where) return null;
      return run(new Date(instantToLocal(momentOf(value!).getTime(), where)));
    };
  };
}

function dayOfYear(local: Date): number {
  return Math.floor((local.getTime() - utc(local.getUTCFullYear(), 1, 1, 0, 0, 0, 0)) / DAY) + 1;
}

/** Weeks begin on Sunday; days before the first one are in week 0. */
function week(local: Date): number {
  return Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7);
}

function isoWeek(local: Date): { year: number; week: number } {
  const day = Math.floor(local.getTime() / DAY) * DAY;
  let year = local.getUTCFullYear() + 1;
  while (isoWeekStart(year, 1) > day) year--;
  return { year, week: Math.floor((day - isoWeekStart(year, 1)) / (7 * DAY)) + 1 };
}

function isoDay(local: Date): number {
  return local.getUTCDay() === 0 ? 7 : local.getUTCDay();
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A moment on the clock of a zone. */
interface ClockTime {
  readonly local: Date;
  /** Minutes that the zone's clock is ahead of UTC. */
  readonly ahead: number;
}

/** What a `%` specifier stands for. */
const SPECIFIERS: { readonly [specifier: string]: (time: ClockTime) => string } = {
  Y: ({ local }) => yearText(local.getUTCFullYear()),
  G: ({ local }) => yearText(isoWeek(local).year),
  m: ({ local }) => pad(local.getUTCMonth() + 1, 2),
  d: ({ local }) => pad(local.getUTCDate(), 2),
  H: ({ local }) => pad(local.getUTCHours(), 2),
  M: ({ local }) => pad(local.getUTCMinutes(), 2),
  S: ({ local }) => pad(local.getUTCSeconds(), 2),
  L: ({ local }) => pad(local.getUTCMilliseconds(), 3),
  j: ({ local }) => pad(dayOfYear(local), 3),
  w: ({ local }) => String(local.getUTCDay() + 1),
  u: ({ local }) => String(isoDay(local)),
  U: ({ local }) => pad(week(local), 2),
  V: ({ local }) => pad(isoWeek(local).week, 2),
  b: ({ local }) => MONTHS[local.getUTCMonth()]!.slice(0, 3),
  B: ({ local }) => MONTHS[local.getUTCMonth()]!,
  z: ({ ahead }) =>
    `${ahead < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(ahead) / 60), 2)}${pad(Math.abs(ahead) % 60, 2)}`,
  Z: ({ ahead }) => String(ahead),
  '%': () => '%',
};

function formatDate(instant: number, format: string, zone: Zone): string {
  const time = {
    local: new Date(instantToLocal(instant, zone)),
    ahead: Math.round(offsetAt(zone, instant) / 60_000),
  };
  return format.replace(/%([^]?)/g, (_found, specifier: string) => {
    if (!Object.hasOwn(SPECIFIERS, specifier))
      throw new MongoError(18536, `Invalid format character '%${specifier}' in format string`);
    return SPECIFIERS[specifier]!(time);
  });
}

function yearText(year: number): string {
  if (year < 0 || year > 9999)
    throw new MongoError(
      18537,
      `Could not convert date to string: date component was outside the supported range of 0-9999: ${year}`,
    );
  return pad(year, 4);
}

const dateToString: ExpressionOperator = (operand, context, name) => {
  const given = namedArguments(
    operand,
    context,
    name,
    ['date', 'format', 'timezone', 'onNull'],
    ['date'],
    { shape: 18629, unknown: 18534, missing: 18628 },
  );
  return (scope) => {
    const date = given['date']!(scope);
    const format = given['format']?.(scope);
    if (given['format'] && isNullish(format)) return null;
    if (given['format'] && typeof format !== 'string')
      throw new MongoError(
        18533,
        `$dateToString requires that 'format' be a string, found: ${typeName(format)}`,
      );
    const zone = zoneFrom(given['timezone'] ?? null, scope);
    if (!zone) return null;
    if (isNullish(date)) return given['onNull'] ? given['onNull'](scope) : null;
    const standard = given['timezone'] ? '%Y-%m-%dT%H:%M:%S.%L' : '%Y-%m-%dT%H:%M:%S.%LZ';
    return formatDate(momentOf(date!).getTime(), (format as string | undefined) ?? standard, zone);
  };
};

const dateFromString: ExpressionOperator = (operand, context, name) => {
  const given = namedArguments(
    operand,
    context,
    name,
    ['dateString', 'format', 'timezone', 'onError', 'onNull'],
    ['dateString'],
    { shape: 40540, unknown: 40541, missing: 40542 },
  );
  return (scope) => {
    const text = given['dateString']!(scope);
    if (isNullish(text)) return given['onNull'] ? given['onNull'](scope) : null;
    try {
      if (typeof text !== 'string')
        throw new MongoError(
          241,
          `$dateFromString requires that 'dateString' be a string, found: ${typeName(text)} with value ${String(text)}`,
        );
      const format = given['format']?.(scope);
      if (given['format'] && isNullish(format)) return null;
      const zone = given['timezone'] ? given['timezone'](scope) : 'UTC';
      if (isNullish(zone)) return null;
      if (typeof zone !== 'string')
        throw new MongoError(40517, `timezone must evaluate to a string, found ${typeName(zone)}`);
      if (format !== undefined) {
        if (typeof format !== 'string')
          throw new MongoError(
            40684,
            `$dateFromString requires that 'format' be a string, found: ${typeName(format)}`,
          );
        return parseDateWithFormat(text, format, zone);
      }
      return parseDateText(text, zone);
    } catch (error) {
      if (given['onError'] && error instanceof MongoError && error.code === 241)
        return given['onError'](scope);
      throw error;
    }
  };
};

const PARTS = [
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
  'isoWeekYear',
  'isoWeek',
  'isoDayOfWeek',
];

const dateFromParts: ExpressionOperator = (operand, context, name) => {
  const given = namedArguments(operand, context, name, [...PARTS, 'timezone'], [], {
    shape: 40519,
    unknown: 40518,
    missing: 40516,
  });
  const iso = given['isoWeekYear'] !== undefined;
  if (!iso && !given['year'])
    throw new MongoError(
      40516,
      `$dateFromParts requires either 'year' or 'isoWeekYear' to be present`,
    );
  if (iso && (given['year'] || given['month'] || given['day']))
    throw new MongoError(
      40489,
      '$dateFromParts does not allow mixing natural dates with ISO dates',
    );
  return (scope) => {
    const number = (key: string, otherwise: number): number | null => {
      if (!given[key]) return otherwise;
      const value = given[key]!(scope);
      if (isNullish(value)) return null;
      const whole = integerOperand(value!);
      if (whole === null)
        throw new MongoError(
          40515,
          `'${key}' must evaluate to an integer, found ${typeName(value)} with value ${String(value)}`,
        );
      return whole;
    };
    const zone = zoneFrom(given['timezone'] ?? null, scope);
    const hour = number('hour', 0);
    const minute = number('minute', 0);
    const second = number('second', 0);
    const millisecond = number('millisecond', 0);
    if (!zone || hour === null || minute === null || second === null || millisecond === null)
      return null;
    let local: number;
    if (iso) {
      const year = number('isoWeekYear', 1970);
      const weeks = number('isoWeek', 1);
      const days = number('isoDayOfWeek', 1);
      if (year === null || weeks === null || days === null) return null;
      local =
        isoWeekStart(year, weeks) +
        (days - 1) * DAY +
        ((hour * 60 + minute) * 60 + second) * 1000 +
        millisecond;
    } else {
      const year = number('year', 1970);
      const month = number('month', 1);
      const day = number('day', 1);
      if (year === null || month === null || day === null) return null;
      if (year < 1 || year > 9999)
        throw new MongoError(
          40523,
          `'year' must evaluate to an integer in the range 1 to 9999, found ${year}`,
        );
      local = utc(year, month, day, hour, minute, second, millisecond);
    }
    return new Date(localToInstant(local, zone));
  };
};

const dateToParts: ExpressionOperator = (operand, context, name) => {
  const given = namedArguments(operand, context, name, ['date', 'timezone', 'iso8601'], ['date'], {
    shape: 40524,
    unknown: 40520,
    missing: 40522,
  });
  return (scope) => {
    const date = given['date']!(scope);
    const zone = zoneFrom(given['timezone'] ?? null, scope);
    const iso = given['iso8601']?.(scope);
    if (given['iso8601'] && isNullish(iso)) return null;
    if (iso !== undefined && typeof iso !== 'boolean')
      throw new MongoError(40521, `iso8601 must evaluate to a bool, found ${typeName(iso)}`);
    if (isNullish(date) || !zone) return null;
    const local = new Date(instantToLocal(momentOf(date!).getTime(), zone));
    const result: Doc = new Map();
    if (iso) {
      const { year, week: weeks } = isoWeek(local);
      result
        .set('isoWeekYear', int32(year))
        .set('isoWeek', int32(weeks))
        .set('isoDayOfWeek', int32(isoDay(local)));
    } else {
      result
        .set('year', int32(local.getUTCFullYear()))
        .set('month', int32(local.getUTCMonth() + 1))
        .set('day', int32(local.getUTCDate()));
    }
    return result
      .set('hour', int32(local.getUTCHours()))
      .set('minute', int32(local.getUTCMinutes()))
      .set('second', int32(local.getUTCSeconds()))
      .set('millisecond', int32(local.getUTCMilliseconds()));
  };
};

type Unit =
  'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';
const UNITS = new Set<string>([
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
]);
const FIXED: { [unit: string]: number } = {
  week: 7 * DAY,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};

function unitOf(value: Value | undefined, name: string): Unit | null {
  if (isNullish(value)) return null;
  if (typeof value !== 'string')
    throw new MongoError(
      5439013,
      `${name} requires 'unit' to be a string, but got ${typeName(value)}`,
    );
  if (!UNITS.has(value)) throw new MongoError(9, `unknown time unit value: ${value}`);
  return value as Unit;
}

/** A moment so many units later on the zone's clock. */
export function addUnits(instant: number, unit: string, amount: number, zone: Zone): number {
  if (unit === 'hour' || unit === 'minute' || unit === 'second' || unit === 'millisecond')
    return instant + amount * FIXED[unit]!;
  const local = instantToLocal(instant, zone);
  if (unit === 'day' || unit === 'week') return localToInstant(local + amount * FIXED[unit]!, zone);
  const date = new Date(local);
  const months = date.getUTCMonth() + amount * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1);
  const year = date.getUTCFullYear() + Math.floor(months / 12);
  const month = ((months % 12) + 12) % 12;
  // The last day of a month stands for days that the other month does not have.
  const day = Math.min(date.getUTCDate(), daysInMonth(year, month + 1));
  return localToInstant(
    utc(
      year,
      month + 1,
      day,
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
      date.getUTCMilliseconds(),
    ),
    zone,
  );
}

function dateArithmetic(sign: 1 | -1): ExpressionOperator {
  return (operand, context, name) => {
    const given = namedArguments(
      operand,
      context,
      name,
      ['startDate', 'unit', 'amount', 'timezone'],
      ['startDate', 'unit', 'amount'],
      { shape: 5166400, unknown: 5166401, missing: 5166402 },
    );
    return (scope) => {
      const start = given['startDate']!(scope);
      const unit = unitOf(given['unit']!(scope), name);
      const amount = given['amount']!(scope);
      const zone = zoneFrom(given['timezone'] ?? null, scope);
      if (isNullish(start) || !unit || isNullish(amount) || !zone) return null;
      const count = integerOperand(amount!);
      if (count === null)
        throw new MongoError(5166405, `${name} expects integer amount of time units`);
      if (!hasMoment(start!))
        throw new MongoError(5166403, `${name} requires startDate to be convertible to a date`);
      const result = new Date(addUnits(momentOf(start).getTime(), unit, sign * count, zone));
      if (Number.isNaN(result.getTime())) throw new MongoError(5166406, `${name} overflowed`);
      return result;
    };
  };
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function weekdayOf(evaluate: Evaluate | undefined, scope: Scope, name: string): number | null {
  if (!evaluate) return 0;
  const value = evaluate(scope);
  if (isNullish(value)) return null;
  const at =
    typeof value === 'string'
      ? WEEKDAYS.findIndex(
          (day) => day === value.toLowerCase() || day.slice(0, 3) === value.toLowerCase(),
        )
      : -1;
  if (at < 0)
    throw new MongoError(
      5439016,
      `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${String(value)}`,
    );
  return at;
}

/** How many boundaries of a unit lie before a local time. */
function unitsBefore(local: number, unit: Unit, startOfWeek: number): number {
  const date = new Date(local);
  switch (unit) {
    case 'year':
      return date.getUTCFullYear();
    case 'quarter':
      return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
    case 'month':
      return date.getUTCFullYear() * 12 + date.getUTCMonth();
    case 'week':
      // The first of January 1970 was a Thursday.
      return Math.floor((Math.floor(local / DAY) + 4 - startOfWeek) / 7);
    default:
      return Math.floor(local / FIXED[unit]!);
  }
}

const dateDiff: ExpressionOperator = (operand, context, name) => {
  const given = namedArguments(
    operand,
    context,
    name,
    ['startDate', 'endDate', 'unit', 'timezone', 'startOfWeek'],
    ['startDate', 'endDate', 'unit'],
    { shape: 5166301, unknown: 5166302, missing: 5166303 },
  );
  return (scope) => {
    const start = given['startDate']!(scope);
    const end = given['endDate']!(scope);
    const unit = unitOf(given['unit']!(scope), name);
    const zone = zoneFrom(given['timezone'] ?? null, scope);
    const weekday = unit === 'week' ? weekdayOf(given['startOfWeek'], scope, name) : 0;
    if (isNullish(start) || isNullish(end) || !unit || !zone || weekday === null) return null;
    const local = (argument: string, value: Value): number => {
      if (!hasMoment(value))
        throw new MongoError(
          5166307,
          `${name} requires '${argument}' to be a date, but got ${typeName(value)}`,
        );
      return instantToLocal(momentOf(value).getTime(), zone);
    };
    const a = local('startDate', start!);
    const b = local('endDate', end!);
    return BigInt(unitsBefore(b, unit, weekday) - unitsBefore(a, unit, weekday));
  };
};

const dateTrunc: ExpressionOperator = (operand, context, name) => {
  const given = namedArguments(
    operand,
    context,
    name,
    ['date', 'unit', 'binSize', 'timezone', 'startOfWeek'],
    ['date', 'unit'],
    { shape: 5439007, unknown: 5439008, missing: 5439009 },
  );
  return (scope) => {
    const date = given['date']!(scope);
    const unit = unitOf(given['unit']!(scope), name);
    const zone = zoneFrom(given['timezone'] ?? null, scope);
    const weekday = unit === 'week' ? weekdayOf(given['startOfWeek'], scope, name) : 0;
    const bin = given['binSize'] ? given['binSize'](scope) : int32(1);
    if (isNullish(date) || !unit || !zone || weekday === null || isNullish(bin)) return null;
    const size = isNumeric(bin!) ? integerOperand(bin!) : null;
    if (size === null)
      throw new MongoError(
        5439017,
        `${name} requires 'binSize' to be a 64-bit integer, but got value '${String(bin)}' of type ${typeName(bin)}`,
      );
    if (size <= 0)
      throw new MongoError(
        5439018,
        `${name} requires 'binSize' to be greater than 0, but got value ${size}`,
      );
    if (!hasMoment(date!))
      throw new MongoError(
        5439012,
        `${name} requires 'date' to be a date, but got ${typeName(date)}`,
      );
    const instant = momentOf(date).getTime();
    return new Date(truncate(instant, unit, size, zone, weekday));
  };
};

/** The start of the bin of units, counted from the year 2000, that a moment lies in. */
export function truncate(
  instant: number,
  unit: string,
  size: number,
  zone: Zone,
  startOfWeek: number,
): number {
  const local = instantToLocal(instant, zone);
  const reference = utc(2000, 1, 1, 0, 0, 0, 0);
  if (unit === 'year' || unit === 'quarter' || unit === 'month') {
    const months = unitsBefore(local, 'month', 0) - 2000 * 12;
    const width = size * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1);
    const start = Math.floor(months / width) * width + 2000 * 12;
    return localToInstant(
      utc(Math.floor(start / 12), (((start % 12) + 12) % 12) + 1, 1, 0, 0, 0, 0),
      zone,
    );
  }
  if (unit === 'week') {
    // The first such weekday of the year 2000; its first of January was a Saturday.
    const first = reference + ((startOfWeek - 6 + 7) % 7) * DAY;
    const width = size * 7 * DAY;
    return localToInstant(first + Math.floor((local - first) / width) * width, zone);
  }
  const width = size * FIXED[unit]!;
  if (unit === 'day')
    return localToInstant(reference + Math.floor((local - reference) / width) * width, zone);
  const start = localToInstant(reference, zone);
  return start + Math.floor((instant - start) / width) * width;
}

export const DATE_OPERATORS: OperatorTable = {
  $year: part((local) => int32(local.getUTCFullYear())),
  $month: part((local) => int32(local.getUTCMonth() + 1)),
  $dayOfMonth: part((local) => int32(local.getUTCDate())),
  $dayOfWeek: part((local) => int32(local.getUTCDay() + 1)),
  $dayOfYear: part((local) => int32(dayOfYear(local))),
  $hour: part((local) => int32(local.getUTCHours())),
  $minute: part((local) => int32(local.getUTCMinutes())),
  $second: part((local) => int32(local.getUTCSeconds())),
  $millisecond: part((local) => int32(local.getUTCMilliseconds())),
  $week: part((local) => int32(week(local))),
  $isoWeek: part((local) => int32(isoWeek(local).week)),
  $isoWeekYear: part((local) => BigInt(isoWeek(local).year)),
  $isoDayOfWeek: part((local) => int32(isoDay(local))),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateFromParts: dateFromParts,
  $dateToParts: dateToParts,
  $dateAdd: dateArithmetic(1),
  $dateSubtract: dateArithmetic(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
  $tsSecond: unary((value) => {
    if (isNullish(value)) return null;
    if (!(value instanceof Timestamp))
      throw new MongoError(
        5687301,
        `$tsSecond requires a timestamp argument, found: ${typeName(value)}`,
      );
    return BigInt(value.high >>> 0);
  }),
  $tsIncrement: unary((value) => {
    if (isNullish(value)) return null;
    if (!(value instanceof Timestamp))
      throw new MongoError(
        5687302,
        `$tsIncrement requires a timestamp argument, found: ${typeName(value)}`,
      );
    return BigInt(value.low >>> 0);
  }),
};
