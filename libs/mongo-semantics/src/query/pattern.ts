import { createContext, runInNewContext, Script } from 'node:vm';
import { BSONRegExp, type Value } from '../bson/bson-value';
import { badValue, MongoError } from '../mongo-error';

/** How long one pattern may search one string, in milliseconds, when it could explode. */
const GUARD_MILLISECONDS = 40;
/** Steps that a search may take without a guard; about a millisecond's worth. */
const UNGUARDED_STEPS = 200_000;

export interface Pattern {
  readonly source: string;
  readonly options: string;
  test(text: string): boolean;
  /** Matches one after the other, for `$regexFind` and friends. `from` is an index in UTF-16 units. */
  exec(text: string, from: number): RegExpExecArray | null;
}

/**
 * The pattern and options of a regular expression value or of a string with options.
 * `operator` is named by what is wrong with the options; queries name none.
 * @throws MongoError 2, 51091 or 51108
 */
export function compilePattern(source: string, options: string, operator = ''): Pattern {
  if (source.includes('\0'))
    throw badValue('Regular expression cannot contain an embedded null byte');
  for (const flag of options) {
    if (!'imsxul'.includes(flag))
      throw new MongoError(51108, `${operator} invalid flag in regex options: ${flag}`);
  }
  const key = `${options}/${source}`;
  const known = cache.get(key);
  if (known) return known;
  const pattern = build(source, options);
  if (cache.size > 500) cache.clear();
  cache.set(key, pattern);
  return pattern;
}

const cache = new Map<string, Pattern>();

export function compileRegExpValue(value: BSONRegExp): Pattern {
  return compilePattern(value.pattern, value.options);
}

function build(source: string, options: string): Pattern {
  const translated = translate(source, options);
  let expression: RegExp;
  try {
    expression = new RegExp(translated.source, `${translated.flags}uy`.replace('y', 'g'));
  } catch {
    try {
      expression = new RegExp(translated.source, `${translated.flags}g`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'invalid';
      throw new MongoError(51091, `Regular expression is invalid: ${reason}`);
    }
  }
  const cost = costOf(translated.source);
  const run = (text: string, from: number): RegExpExecArray | null => {
    if (cost === 0 || (cost < Infinity && Math.pow(text.length + 1, cost) <= UNGUARDED_STEPS)) {
      expression.lastIndex = from;
      return expression.exec(text);
    }
    return guarded(expression, text, from);
  };
  return { source, options, test: (text) => run(text, 0) !== null, exec: run };
}

const guardContext = createContext({ expression: null as RegExp | null, text: '' });
const guardScript = new Script('expression.exec(text)');

/** The engine looks for interrupts while it backtracks, so a timer can end a search. */
function guarded(expression: RegExp, text: string, from: number): RegExpExecArray | null {
  expression.lastIndex = from;
  guardContext['expression'] = expression;
  guardContext['text'] = text;
  try {
    return guardScript.runInContext(guardContext, {
      timeout: GUARD_MILLISECONDS,
    }) as RegExpExecArray | null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new MongoError(
        51156,
        'Error occurred while executing the regular expression: match limit exceeded',
      );
    }
    throw error;
  } finally {
    guardContext['text'] = '';
  }
}
void runInNewContext;

/**
 * The exponent of a search's worst case in the length of the text: 0 or 1 is harmless, Infinity is a repeat
 * inside a repeat.
 */
function costOf(source: string): number {
  let repeats = 0;
  const open: number[] = [];
  let inClass = false;
  for (let i = 0; i < source.length; i++) {
    const c = source[i]!;
    if (c === '\\') {
      // A reference back to a group makes the search exponential in itself.
      if (/[1-9k]/.test(source[i + 1] ?? '') && !inClass) return Infinity;
      i++;
    } else if (inClass) {
      if (c === ']') inClass = false;
    } else if (c === '[') inClass = true;
    else if (c === '(') open.push(repeats);
    else if (c === ')') {
      const before = open.pop() ?? 0;
      const next = source[i + 1];
      const many =
        next === '*' || next === '+' || (next === '{' && /^\{\d/.test(source.slice(i + 1)));
      const alternatives = source.slice(0, i).includes('|');
      if (many && (repeats > before || alternatives)) return Infinity;
    } else if (c === '*' || c === '+') repeats++;
    else if (c === '{' && /^\{\d*,?\d*\}/.test(source.slice(i))) repeats++;
    else if (c === '?' && !'*+?}('.includes(source[i - 1] ?? '')) repeats += 0.25;
  }
  if (repeats === 0) return 0;
  return source.startsWith('^') ? repeats : repeats + 1;
}

const POSIX: { [name: string]: string } = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9a-fA-F',
  word: '\\w',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  print: '\\x20-\\x7e',
  graph: '\\x21-\\x7e',
};

function invalidPattern(reason: string): MongoError {
  return new MongoError(51091, `Regular expression is invalid: ${reason}`);
}

/** From the dialect of PCRE to that of JavaScript; what cannot be said there is refused. */
function translate(source: string, options: string): { source: string; flags: string } {
  let insensitive = options.includes('i');
  let multiline = options.includes('m');
  let dotAll = options.includes('s');
  let extended = options.includes('x');
  let rest = source;
  const inline = /^\(\?([imsx]+)\)/.exec(rest);
  if (inline) {
    rest = rest.slice(inline[0].length);
    if (inline[1]!.includes('i')) insensitive = true;
    if (inline[1]!.includes('m')) multiline = true;
    if (inline[1]!.includes('s')) dotAll = true;
    if (inline[1]!.includes('x')) extended = true;
  }
  let result = '';
  for (let i = 0; i < rest.length; i++) {
    const c = rest[i]!;
    if (c === '\\') {
      const next = rest[++i];
      if (next === undefined) throw invalidPattern('\\ at end of pattern');
      if (next === 'A') result += '(?<![\\s\\S])';
      else if (next === 'z') result += '(?![\\s\\S])';
      else if (next === 'Z') result += '(?=\\n?(?![\\s\\S]))';
      else if (next === 'h') result += '[ \\t]';
      else if (next === 'H') result += '[^ \\t]';
      else if (next === 'R') result += '(?:\\r\\n|[\\n\\v\\f\\r\\x85])';
      else if (next === 'a') result += '\\x07';
      else if (next === 'e') result += '\\x1b';
      else if (next === 'Q') {
        const end = rest.indexOf('\\E', i);
        const literal = rest.slice(i + 1, end < 0 ? undefined : end);
        result += literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
        i = end < 0 ? rest.length : end + 1;
      } else if (next === 'E') continue;
      else if (next === 'x' && rest[i + 1] === '{') {
        const end = rest.indexOf('}', i);
        const code = parseInt(rest.slice(i + 2, end), 16);
        if (end < 0 || !(code <= 0x10ffff)) throw invalidPattern('bad \\x{} escape');
        result +=
          code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
        i = end;
      } else if (/[GKXCNgUL]/.test(next)) throw invalidPattern(`\\${next} is not supported`);
      else if (/[a-zA-Z0-9]/.test(next)) result += `\\${next}`;
      // JavaScript's Unicode mode knows no escapes of ordinary characters.
      else result += /[\^$\\.*+?()[\]{}|/]/.test(next) ? `\\${next}` : next;
      continue;
    }
    if (c === '[') {
      const end = classEnd(rest, i);
      result += translateClass(rest.slice(i, end));
      i = end - 1;
      continue;
    }
    if (extended && /\s/.test(c)) continue;
    if (extended && c === '#') {
      const end = rest.indexOf('\n', i);
      i = end < 0 ? rest.length : end;
      continue;
    }
    if (c === '(' && rest[i + 1] === '?') {
      const head = rest.slice(i, i + 4);
      if (head.startsWith('(?#')) {
        const end = rest.indexOf(')', i);
        if (end < 0) throw invalidPattern('missing ) after comment');
        i = end;
        continue;
      }
      if (head.startsWith('(?P<')) {
        result += '(?<';
        i += 3;
        continue;
      }
      if (!/^\(\?(?:[:=!]|<[=!a-zA-Z_])/.test(head))
        throw invalidPattern(`${head.slice(0, 3)} is not supported`);
    }
    if (c === '$' && !multiline) {
      result += '(?=\\n?(?![\\s\\S]))';
      continue;
    }
    if ('*+?}'.includes(c) && rest[i + 1] === '+')
      throw invalidPattern('possessive quantifiers are not supported');
    if (c === '{' && !/^\{\d+(?:,\d*)?\}/.test(rest.slice(i))) {
      result += '\\{';
      continue;
    }
    if (c === '}' && !/\{\d+(?:,\d*)?$/.test(result)) {
      result += '\\}';
      continue;
    }
    if (c === ']') {
      result += '\\]';
      continue;
    }
    result += c;
  }
  return {
    source: result,
    flags: `${insensitive ? 'i' : ''}${multiline ? 'm' : ''}${dotAll ? 's' : ''}`,
  };
}

function classEnd(text: string, start: number): number {
  let i = start + 1;
  if (text[i] === '^') i++;
  if (text[i] === ']') i++;
  for (; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text.startsWith('[:', i) && text.includes(':]', i)) i = text.indexOf(':]', i) + 1;
    else if (text[i] === ']') return i + 1;
  }
  throw invalidPattern('missing terminating ] for character class');
}

function translateClass(text: string): string {
  let result = '[';
  let i = 1;
  if (text[i] === '^') {
    result += '^';
    i++;
  }
  const end = text.length - 1;
  for (; i < end; i++) {
    const c = text[i]!;
    if (c === '\\') {
      const next = text[++i]!;
      if (next === 'h') result += ' \\t';
      else if (/[a-zA-Z0-9]/.test(next)) result += `\\${next}`;
      else result += /[\^$\\.*+?()[\]{}|/-]/.test(next) ? `\\${next}` : next;
    } else if (c === '[' && text[i + 1] === ':') {
      const close = text.indexOf(':]', i);
      const name = text.slice(i + 2, close);
      const set = POSIX[name];
      if (close < 0 || set === undefined) throw invalidPattern('unknown POSIX class name');
      result += set;
      i = close + 1;
    } else if (c === '[' || c === ']') result += `\\${c}`;
    else result += c;
  }
  return `${result}]`;
}

/**
 * The literal text that every match begins with, when the pattern is anchored: an index can start there.
 * `exact` says that beginning with the text is all the pattern asks for.
 */
export function literalPrefix(
  source: string,
  options: string,
): { prefix: string; exact: boolean } | null {
  if (/[imx]/.test(options)) return null;
  let i = 0;
  if (source.startsWith('^')) i = 1;
  else if (source.startsWith('\\A')) i = 2;
  else return null;
  if (hasTopLevelAlternative(source)) return null;
  let prefix = '';
  while (i < source.length) {
    let c = source[i]!;
    let width = 1;
    if (c === '\\') {
      const next = source[i + 1];
      if (next === undefined || /[a-zA-Z0-9]/.test(next)) break;
      c = next;
      width = 2;
    } else if (/[.[\]()*+?{}|^$]/.test(c)) break;
    const after = source[i + width];
    if (after === '*' || after === '?' || after === '{') break;
    if (c >= '\ud800' && c <= '\udfff') break;
    prefix += c;
    i += width;
    if (after === '+') break;
  }
  return {
    prefix,
    exact: i >= source.length || (source.slice(i) === '.*' && options.includes('s')),
  };
}

function hasTopLevelAlternative(source: string): boolean {
  return source.includes('|');
}

export function isRegExp(value: Value): value is BSONRegExp {
  return value instanceof BSONRegExp;
}
