import { parse as parseWhole } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Messages } from './messages';
import { parse } from './message-parser';

const src = path.join(__dirname, '../..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.messages.ts'),
);

describe('the small parser of message formats', () => {
  it('reads every text of the app as the full parser does', () => {
    let count = 0;
    for (const file of files) {
      const module = jest.requireActual(path.join(src, file)) as Record<string, Messages>;
      for (const text of Object.values(module).flatMap((texts) => Object.values(texts))) {
        for (const words of [text.ja, text.en]) {
          expect(parse(words)).toEqual(parseWhole(words));
          count += 1;
        }
      }
    }
    expect(files.length).toBeGreaterThan(10);
    expect(count).toBeGreaterThan(1000);
  });

  it.each([
    "it''s '{quoted}' and don't <b>{name}</b>, 1 < 2",
    '{n, plural, =0 {none} one {<i>#</i> of {all}} other {# ’s, {kind, select, a {x} other {y}}}}',
    '{ spaced , select , true { yes } other {no #} }',
    "'{'never closed",
    '',
  ])('reads %s', (text) => {
    expect(parse(text)).toEqual(parseWhole(text));
  });

  it.each(['{', '}', '{n, number}', '{n, plural, one {x}}', '<b>open', '</b>', '<b>{x</b>}'])(
    'refuses %s rather than showing it wrongly',
    (text) => {
      expect(() => parse(text)).toThrow(SyntaxError);
    },
  );

  it('replaces the full parser in the built app', () => {
    const config = readFileSync(path.join(src, '../vite.config.ts'), 'utf8');
    expect(config).toContain('shared/intl/message-parser.ts');
  });
});
