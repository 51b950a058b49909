import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { createIntl } from 'react-intl';
import { type Messages, createTranslate } from './messages';
import { parse as parsePlain } from './plain-texts';

const source = path.join(__dirname, '../..');

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const file = path.join(dir, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

/** Names of the values and tags of a text. */
function placeholders(text: string): string[] {
  const names: string[] = [];
  const walk = (parts: MessageFormatElement[]) => {
    for (const part of parts) {
      if (part.type === TYPE.literal || part.type === TYPE.pound) continue;
      names.push(part.value);
      if ('options' in part) Object.values(part.options).forEach((option) => walk(option.value));
      if ('children' in part) walk(part.children);
    }
  };
  walk(parse(text));
  return [...new Set(names)].toSorted();
}

const files = filesBelow(source).filter((name) => name.endsWith('.messages.ts'));
const all = files.flatMap((file) => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- found at run time
  const exported = Object.values(require(file) as Record<string, Messages>);
  return exported.flatMap((messages) =>
    Object.entries(messages).map(([id, text]) => ({ file: path.basename(file), id, text })),
  );
});

describe('texts', () => {
  it('are found in several files', () => {
    expect(files.length).toBeGreaterThan(1);
    expect(all.length).toBeGreaterThan(50);
  });

  it('have an id of their own', () => {
    const ids = all.map((entry) => entry.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(all)('$id is said in both languages with the same values', ({ text }) => {
    expect(text.ja.trim()).not.toBe('');
    expect(text.en.trim()).not.toBe('');
    expect(placeholders(text.ja)).toEqual(placeholders(text.en));
    expect(text.ja + text.en).not.toMatch(/[!！]/);
  });

  it('have no spaces around Latin words in Japanese', () => {
    // Addresses, keys and the labels of other products stay as they are.
    const words = (text: string) => text.replace(/「[^」]*」|\S*[./@]\S*|\b[a-z]\b/g, '');
    const spaced = /[぀-ヿ一-鿿] +[A-Za-z]|[A-Za-z0-9] +[぀-ヿ一-鿿]/;
    expect(all.filter(({ text }) => spaced.test(words(text.ja))).map(({ id }) => id)).toEqual([]);
  });

  it('that are plain are read without the parser as with it', () => {
    const plain = all
      .flatMap(({ text }) => [text.ja, text.en])
      .filter((words) => !/[{}<>']/.test(words));
    expect(plain.length).toBeGreaterThan(1000);
    for (const words of plain) expect(parsePlain(words)).toEqual(parse(words));
  });

  it.each(all)('$id can be formatted', ({ id, text }) => {
    for (const locale of ['ja', 'en'] as const) {
      const problems: string[] = [];
      const intl = createIntl({
        locale,
        defaultLocale: locale,
        onError: (error) => {
          if (error.code === 'INVALID_CONFIG' || error.code === 'MISSING_TRANSLATION') return;
          problems.push(error.message);
        },
      });
      const values = Object.fromEntries(
        placeholders(text[locale]).map((name) => [
          name,
          new RegExp(`<${name}>`).test(text[locale]) ? (chunks: unknown) => chunks : 1,
        ]),
      );
      void createTranslate(intl, { [id]: text }).rich(id, values as never);
      expect(problems).toEqual([]);
    }
  });
});
