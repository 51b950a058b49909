// Replaces @formatjs/icu-messageformat-parser in the built app (see vite.config.ts): the full
// parser supports skeletons and more that no text here uses, and would be a large part of the first
// page. A test compares both on every text of the app.
export * from '@formatjs/icu-messageformat-parser/no-parser.js';

/** An element of a text, as in the full parser. */
type Element =
  | { type: 0; value: string }
  | { type: 1; value: string }
  | { type: 5; value: string; options: Options }
  | { type: 6; value: string; options: Options; offset: 0; pluralType: 'cardinal' }
  | { type: 7 }
  | { type: 8; value: string; children: Element[] };
type Options = Record<string, { value: Element[] }>;

const name = /[^\s{},#<>='"]+/y;
const tag = /<([a-zA-Z][\w.-]*)>/y;
const selector = /\s*(=\d+|[^\s{}=,#]+)\s*\{/y;

/** Parses a text: names, plurals, selects, tags and quoted characters. Throws for anything else. */
export function parse(text: string): Element[] {
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError(`no text that is understood: ${text} (at ${at})`);
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) return null;
    at += found[0].length;
    return found[1] ?? found[0];
  };
  const skip = () => void take(/\s*/y);
  const expect = (sign: string) => {
    if (!text.startsWith(sign, at)) fail();
    at += sign.length;
  };

  const options = (inPlural: boolean): Options => {
    const all: Options = {};
    for (let key = take(selector); key !== null; key = take(selector)) {
      all[key] = { value: elements(inPlural, null) };
      expect('}');
    }
    skip();
    if (!all['other']) fail();
    return all;
  };
  const argument = (): Element => {
    expect('{');
    skip();
    const value = take(name) ?? fail();
    skip();
    if (text[at] === '}') {
      at += 1;
      return { type: 1, value };
    }
    expect(',');
    skip();
    const kind = take(/plural|select(?!ordinal)/y) ?? fail();
    skip();
    expect(',');
    const element: Element =
      kind === 'plural'
        ? { type: 6, value, options: options(true), offset: 0, pluralType: 'cardinal' }
        : { type: 5, value, options: options(false) };
    expect('}');
    return element;
  };
  /** Characters up to the next element. An apostrophe quotes syntax; two are one. */
  const literal = (inPlural: boolean): string => {
    const special = inPlural ? '{}<>#' : '{}<>';
    let value = '';
    while (at < text.length) {
      const sign = text[at]!;
      if (sign === "'" && text[at + 1] === "'") {
        value += "'";
        at += 2;
      } else if (sign === "'" && special.includes(text[at + 1] ?? ' ')) {
        const end = text.indexOf("'", at + 1);
        value += text.slice(at + 1, end < 0 ? undefined : end);
        at = end < 0 ? text.length : end + 1;
      } else if (sign === '{' || sign === '}' || (sign === '#' && inPlural)) break;
      else if (sign === '<' && /[a-zA-Z/]/.test(text[at + 1] ?? '')) break;
      else {
        value += sign;
        at += 1;
      }
    }
    return value;
  };
  const elements = (inPlural: boolean, open: string | null): Element[] => {
    const list: Element[] = [];
    for (;;) {
      const value = literal(inPlural);
      if (value !== '') list.push({ type: 0, value });
      if (at >= text.length) {
        if (open !== null) fail();
        return list;
      }
      if (text[at] === '{') list.push(argument());
      else if (text[at] === '#') {
        at += 1;
        list.push({ type: 7 });
      } else if (text.startsWith('</', at)) {
        if (open === null) fail();
        expect(`</${open}>`);
        return list;
      } else if (text[at] === '<') {
        const opened = take(tag) ?? fail();
        list.push({ type: 8, value: opened, children: elements(inPlural, opened) });
      } else return list;
    }
  };

  const all = elements(false, null);
  if (at < text.length) fail();
  return all;
}
