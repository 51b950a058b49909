import { createContext, Script } from 'node:vm';
import type { BSONRegExp } from '../bson/bson-value';
import { badValue, MongoError } from '../mongo-error';

/** Time limit of a search with super-linear worst case. */
const SEARCH_LIMIT_MS = 40;

/** Worst-case steps of a search without a time limit: about a millisecond. */
const UNLIMITED_STEPS = 200_000;

/** Size of the cache of compiled patterns. */
const CACHED_PATTERNS = 500;

interface Pattern {
  /** @throws MongoError 51156 when the search exceeds its time limit */
  test(text: string): boolean;
}

const cache = new Map<string, Pattern>();

/**
 * Compiles a regular expression. Supports the common syntax of JavaScript and PCRE; JavaScript
 * rejects the rest.
 * @throws MongoError 2, 51091 or 51108
 */
export function compilePattern(source: string, options: string): Pattern {
  if (source.includes('\0'))
    throw badValue('Regular expression cannot contain an embedded null byte');
  for (const flag of options) {
    if (!'imsu'.includes(flag))
      throw new MongoError(51108, ` invalid flag in regex options: ${flag}`);
  }
  const key = `${options}/${source}`;
  const known = cache.get(key);
  if (known) return known;
  const pattern = build(source, options);
  if (cache.size >= CACHED_PATTERNS) cache.clear();
  cache.set(key, pattern);
  return pattern;
}

export function compileRegExpValue(value: BSONRegExp): Pattern {
  return compilePattern(value.pattern, value.options);
}

function build(source: string, options: string): Pattern {
  let expression: RegExp;
  try {
    const flags = [...'ims'].filter((flag) => options.includes(flag)).join('');
    expression = new RegExp(options.includes('m') ? source : endAsPcre(source), `${flags}u`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'invalid';
    throw new MongoError(51091, `Regular expression is invalid: ${reason}`);
  }
  const exponent = worstExponent(source);
  return {
    test: (text) =>
      exponent <= 1 || (text.length + 1) ** exponent <= UNLIMITED_STEPS
        ? expression.test(text)
        : testWithLimit(expression, text),
  };
}

/**
 * Exponent of a search's worst case in the length of the text; Infinity for nested repeats and back
 * references. Overestimates: then a harmless pattern only gets a time limit.
 */
function worstExponent(source: string): number {
  const plain = source.replace(/\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/g, 'x');
  if (/\\[1-9k]|\)(?:[*+]|\{\d)/.test(plain)) return Infinity;
  const repeats = plain.match(/[*+]|\{\d/g)?.length ?? 0;
  return plain.startsWith('^') ? repeats : repeats + 1;
}

/** In PCRE, `$` also matches before a newline at the end of the text. */
function endAsPcre(source: string): string {
  let inClass = false;
  let result = '';
  for (let i = 0; i < source.length; i++) {
    const c = source[i]!;
    if (c === '\\') result += c + (source[++i] ?? '');
    else {
      if (c === '[') inClass = true;
      else if (c === ']') inClass = false;
      result += c === '$' && !inClass ? '(?=\\n?(?![\\s\\S]))' : c;
    }
  }
  return result;
}

const limitContext = createContext({ expression: null as RegExp | null, text: '' });
const limitScript = new Script('expression.test(text)');

/** The engine checks for interrupts while it backtracks, so a timer can end a search. */
function testWithLimit(expression: RegExp, text: string): boolean {
  limitContext['expression'] = expression;
  limitContext['text'] = text;
  try {
    return limitScript.runInContext(limitContext, { timeout: SEARCH_LIMIT_MS }) as boolean;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new MongoError(
      51156,
      'Error occurred while executing the regular expression: match limit exceeded',
    );
  } finally {
    limitContext['text'] = '';
  }
}

/**
 * The literal prefix of every match of an anchored pattern, from which an index can start. `exact`:
 * the prefix is all that the pattern requires.
 */
export function literalPrefix(
  source: string,
  options: string,
): { prefix: string; exact: boolean } | null {
  if (/[im]/.test(options) || !source.startsWith('^') || source.includes('|')) return null;
  let i = 1;
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
  return { prefix, exact: i >= source.length };
}
