import {
  BSONRegExp,
  BSONSymbol,
  int32,
  isDoc,
  isNumeric,
  typeName,
  type Doc,
  type Value,
} from '../bson/bson-value';
import { integerOperand, toDouble } from '../bson/value-arithmetic';
import { compareStrings } from '../bson/value-comparator';
import { MongoError } from '../mongo-error';
import { compilePattern, type Pattern } from '../query/pattern';
import { isNullish } from './arithmetic.operators';
import {
  binary,
  operandsOf,
  unary,
  variadic,
  type Evaluate,
  type ExpressionOperator,
  type OperatorTable,
  type Scope,
} from './expression-scope';
import { textOf } from './type-conversion';

/** Text of a value where MongoDB coerces: nothing gives the empty string. @throws MongoError 16007 */
function coerced(value: Value | undefined): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (value instanceof BSONSymbol) return value.value;
  if (isNumeric(value!) || value instanceof Date || typeName(value) === 'timestamp')
    return textOf(value!);
  if (typeName(value) === 'javascript') return textOf(value!);
  throw new MongoError(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

const concat = variadic((values) => {
  let result = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string')
      throw new MongoError(16702, `$concat only supports strings, not ${typeName(value)}`);
    result += value;
  }
  return result;
});

const substrBytes: ExpressionOperator = (operand, context, name) => {
  const [text, start, length] = operandsOf(operand, context, name, 3);
  return (scope) => {
    const bytes = Buffer.from(coerced(text!(scope)));
    const from = numeric(
      start!(scope),
      16034,
      `${name}:  starting index must be a numeric type (is BSON type `,
    );
    const count = numeric(
      length!(scope),
      16035,
      `${name}:  length must be a numeric type (is BSON type `,
    );
    if (from < 0)
      throw new MongoError(
        50752,
        `$substrBytes: starting index must be non-negative (got: ${from})`,
      );
    if (from >= bytes.length) return '';
    const end = count < 0 ? bytes.length : Math.min(bytes.length, from + count);
    const middle = (at: number): boolean => at < bytes.length && (bytes[at]! & 0xc0) === 0x80;
    if (middle(from))
      throw new MongoError(
        28656,
        '$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.',
      );
    if (middle(end))
      throw new MongoError(
        28657,
        '$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.',
      );
    return bytes.toString('utf8', from, end);
  };
};

function numeric(value: Value | undefined, code: number, message: string): number {
  if (value === undefined || !isNumeric(value))
    throw new MongoError(code, `${message}${typeName(value)})`);
  return Math.trunc(toDouble(value));
}

const substrCP: ExpressionOperator = (operand, context, name) => {
  const [text, start, length] = operandsOf(operand, context, name, 3);
  return (scope) => {
    const points = [...coerced(text!(scope))];
    const startValue = start!(scope);
    const lengthValue = length!(scope);
    const from = startValue === undefined ? null : integerOperand(startValue);
    const count = lengthValue === undefined ? null : integerOperand(lengthValue);
    if (from === null)
      throw new MongoError(
        startValue !== undefined && isNumeric(startValue) ? 34451 : 34450,
        `$substrCP: starting index must be a numeric type (is BSON type ${typeName(startValue)})`,
      );
    if (count === null)
      throw new MongoError(
        lengthValue !== undefined && isNumeric(lengthValue) ? 34453 : 34452,
        `$substrCP: length must be a numeric type (is BSON type ${typeName(lengthValue)})`,
      );
    if (from < 0)
      throw new MongoError(34455, '$substrCP: the starting index must be nonnegative integer.');
    if (count < 0) throw new MongoError(34454, '$substrCP: length must be a nonnegative integer.');
    return points.slice(from, from + count).join('');
  };
};

/** Index of one text in another, counted in bytes or in code points. */
function indexOf(bytes: boolean): ExpressionOperator {
  return (operand, context, name) => {
    const parts = operandsOf(operand, context, name, 2, 4);
    const codes = bytes
      ? { text: 40091, token: 40092, bound: 40096, negative: 40097 }
      : { text: 40093, token: 40094, bound: 40096, negative: 40097 };
    return (scope) => {
      const text = parts[0]!(scope);
      if (isNullish(text)) return null;
      if (typeof text !== 'string')
        throw new MongoError(
          codes.text,
          `${name} requires a string as the first argument, found: ${typeName(text)}`,
        );
      const token = parts[1]!(scope);
      if (typeof token !== 'string')
        throw new MongoError(
          codes.token,
          `${name} requires a string as the second argument, found: ${typeName(token)}`,
        );
      const bound = (evaluate: Evaluate | undefined, which: string): number | null => {
        if (!evaluate) return null;
        const value = evaluate(scope);
        const number = value === undefined ? null : integerOperand(value);
        if (number === null)
          throw new MongoError(
            codes.bound,
            `${name} requires an integral ${which} index, found a value of type: ${typeName(value)}`,
          );
        if (number < 0)
          throw new MongoError(
            codes.negative,
            `${name} requires a nonnegative ${which} index, found: ${number}`,
          );
        return number;
      };
      const start = bound(parts[2], 'starting') ?? 0;
      const end = bound(parts[3], 'ending');
      if (bytes) {
        const whole = Buffer.from(text);
        const limit = Math.min(end ?? whole.length, whole.length);
        if (start > limit) return int32(-1);
        const at = whole.subarray(0, limit).indexOf(token, start);
        return int32(at);
      }
      const points = [...text];
      const wanted = [...token];
      const limit = Math.min(end ?? points.length, points.length);
      for (let i = start; i + wanted.length <= limit; i++) {
        if (wanted.every((point, at) => points[i + at] === point)) return int32(i);
      }
      return int32(-1);
    };
  };
}

const split = binary((text, separator) => {
  if (isNullish(text) || isNullish(separator)) return null;
  if (typeof text !== 'string')
    throw new MongoError(
      40085,
      `$split requires an expression that evaluates to a string as a first argument, found: ${typeName(text)}`,
    );
  if (typeof separator !== 'string')
    throw new MongoError(
      40086,
      `$split requires an expression that evaluates to a string as a second argument, found: ${typeName(separator)}`,
    );
  if (separator === '') throw new MongoError(40087, '$split requires a non-empty separator');
  return text.split(separator);
});

const WHITESPACE = new Set(
  '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
);

function trim(left: boolean, right: boolean): ExpressionOperator {
  return (operand, context, name) => {
    if (!isDoc(operand))
      throw new MongoError(
        50696,
        `${name} requires an object as an argument, found: ${typeName(operand)}`,
      );
    for (const key of operand.keys())
      if (key !== 'input' && key !== 'chars')
        throw new MongoError(50694, `${name} found an unknown argument: ${key}`);
    if (!operand.has('input')) throw new MongoError(50695, `${name} requires an 'input' field`);
    const input = context.compile(operand.get('input')!);
    const chars = operand.has('chars') ? context.compile(operand.get('chars')!) : null;
    return (scope) => {
      const text = input(scope);
      if (isNullish(text)) return null;
      if (typeof text !== 'string')
        throw new MongoError(
          50699,
          `${name} requires its input to be a string, got ${typeName(text)} instead.`,
        );
      let unwanted: ReadonlySet<string> = WHITESPACE;
      if (chars) {
        const given = chars(scope);
        if (isNullish(given)) return null;
        if (typeof given !== 'string')
          throw new MongoError(
            50700,
            `${name} requires 'chars' to be a string, got ${typeName(given)} instead.`,
          );
        unwanted = new Set(given);
      }
      const points = [...text];
      let start = 0;
      let end = points.length;
      if (left) while (start < end && unwanted.has(points[start]!)) start++;
      if (right) while (end > start && unwanted.has(points[end - 1]!)) end--;
      return points.slice(start, end).join('');
    };
  };
}

function replace(all: boolean): ExpressionOperator {
  return (operand, context, name) => {
    if (!isDoc(operand))
      throw new MongoError(
        51751,
        `${name} requires an object as an argument, found: ${typeName(operand)}`,
      );
    for (const key of operand.keys())
      if (!['input', 'find', 'replacement'].includes(key))
        throw new MongoError(51750, `${name} found an unknown argument: ${key}`);
    const argument = (key: string, code: number): Evaluate => {
      const value = operand.get(key);
      if (value === undefined)
        throw new MongoError(code, `${name} requires that '${key}' be specified`);
      return context.compile(value);
    };
    const input = argument('input', 51749);
    const find = argument('find', 51748);
    const replacement = argument('replacement', 51747);
    return (scope) => {
      const [text, wanted, other] = [input(scope), find(scope), replacement(scope)];
      const check = (value: Value | undefined, key: string, code: number): void => {
        if (!isNullish(value) && typeof value !== 'string') {
          throw new MongoError(
            code,
            `${name} requires that '${key}' be a string, found: ${typeName(value)}`,
          );
        }
      };
      check(text, 'input', 51746);
      check(wanted, 'find', 51745);
      check(other, 'replacement', 51744);
      if (typeof text !== 'string' || typeof wanted !== 'string' || typeof other !== 'string')
        return null;
      if (all && wanted === '') return [...text].map((point) => other + point).join('') + other;
      return all ? text.split(wanted).join(other) : text.replace(wanted, () => other);
    };
  };
}

interface Search {
  readonly text: string;
  readonly pattern: Pattern;
}

/** The arguments that the three `$regex…` operators share. */
function compileSearch(
  operand: Value,
  context: Parameters<ExpressionOperator>[1],
  name: string,
): (scope: Scope) => Search | null {
  if (!isDoc(operand))
    throw new MongoError(
      51103,
      `${name} expects an object of named arguments but found: ${typeName(operand)}`,
    );
  for (const key of operand.keys())
    if (!['input', 'regex', 'options'].includes(key))
      throw new MongoError(31024, `${name} found an unknown argument: ${key}`);
  if (!operand.has('input')) throw new MongoError(31022, `${name} requires 'input' parameter`);
  if (!operand.has('regex')) throw new MongoError(31023, `${name} requires 'regex' parameter`);
  const input = context.compile(operand.get('input')!);
  const regex = context.compile(operand.get('regex')!);
  const options = operand.has('options') ? context.compile(operand.get('options')!) : null;
  return (scope) => {
    const text = input(scope);
    const expression = regex(scope);
    const flags = options?.(scope);
    if (!isNullish(text) && typeof text !== 'string')
      throw new MongoError(51104, `${name} needs 'input' to be of type string`);
    if (
      !isNullish(expression) &&
      typeof expression !== 'string' &&
      !(expression instanceof BSONRegExp)
    ) {
      throw new MongoError(51105, `${name} needs 'regex' to be of type string or regex`);
    }
    if (!isNullish(flags) && typeof flags !== 'string')
      throw new MongoError(51106, `${name} needs 'options' to be of type string`);
    if (isNullish(text) || isNullish(expression)) return null;
    let source: string;
    let chosen = typeof flags === 'string' ? flags : '';
    if (expression instanceof BSONRegExp) {
      if (expression.options !== '' && chosen !== '')
        throw new MongoError(
          51107,
          `${name}: found regex option(s) specified in both 'regex' and 'option' fields`,
        );
      source = expression.pattern;
      chosen = chosen || expression.options;
    } else source = expression as string;
    if (source.includes('\0'))
      throw new MongoError(
        51109,
        `${name}: regular expression cannot contain an embedded null byte`,
      );
    return { text: text as string, pattern: patternOf(source, chosen, name) };
  };
}

/** @throws MongoError 51111 where a query would say 51091, and 51108 for options that there are not */
function patternOf(source: string, options: string, name: string): Pattern {
  try {
    return compilePattern(source, options, name);
  } catch (error) {
    if (!(error instanceof MongoError) || error.code !== 51091) throw error;
    throw new MongoError(51111, `Invalid Regex in ${name}: ${error.message}`);
  }
}

function found(match: RegExpExecArray, text: string): Doc {
  return new Map<string, Value>([
    ['match', match[0]],
    ['idx', int32([...text.slice(0, match.index)].length)],
    ['captures', match.slice(1).map((capture) => capture ?? null)],
  ]);
}

const regexFindAll: ExpressionOperator = (operand, context, name) => {
  const prepare = compileSearch(operand, context, name);
  return (scope) => {
    const search = prepare(scope);
    const result: Doc[] = [];
    let from = 0;
    while (search && from <= search.text.length) {
      const match = search.pattern.exec(search.text, from);
      if (!match) break;
      result.push(found(match, search.text));
      const next = match.index + match[0].length;
      from = match[0] === '' ? next + (search.text.codePointAt(next)! > 0xffff ? 2 : 1) : next;
    }
    return result;
  };
};

const strcasecmp = binary((a, b) =>
  int32(Math.sign(compareStrings(coerced(a).toUpperCase(), coerced(b).toUpperCase()))),
);

/** Only ASCII letters change their case, as in MongoDB. */
function changeCase(upper: boolean): ExpressionOperator {
  return unary((value) =>
    upper
      ? coerced(value).replace(/[a-z]+/g, (part) => part.toUpperCase())
      : coerced(value).replace(/[A-Z]+/g, (part) => part.toLowerCase()),
  );
}

export const STRING_OPERATORS: OperatorTable = {
  $concat: concat,
  $substr: substrBytes,
  $substrBytes: substrBytes,
  $substrCP: substrCP,
  $indexOfBytes: indexOf(true),
  $indexOfCP: indexOf(false),
  $split: split,
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
  $toLower: changeCase(false),
  $toUpper: changeCase(true),
  $strcasecmp: strcasecmp,
  $strLenBytes: unary((value) => {
    if (typeof value !== 'string')
      throw new MongoError(
        34473,
        `$strLenBytes requires a string argument, found: ${typeName(value)}`,
      );
    return int32(Buffer.byteLength(value));
  }),
  $strLenCP: unary((value) => {
    if (typeof value !== 'string')
      throw new MongoError(
        34471,
        `$strLenCP requires a string argument, found: ${typeName(value)}`,
      );
    return int32([...value].length);
  }),
  $regexMatch: (operand, context, name) => {
    const prepare = compileSearch(operand, context, name);
    return (scope) => {
      const search = prepare(scope);
      return search !== null && search.pattern.test(search.text);
    };
  },
  $regexFind: (operand, context, name) => {
    const prepare = compileSearch(operand, context, name);
    return (scope) => {
      const search = prepare(scope);
      const match = search?.pattern.exec(search.text, 0);
      return match ? found(match, search!.text) : null;
    };
  },
  $regexFindAll: regexFindAll,
};
