import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const src = path.join(__dirname, '../..');

/** What Mantine shows by the rules of `floating-sheets`; a NativeSelect has a Combobox's arrow. */
const floating =
  /^(Menu|Popover|HoverCard|Combobox|useCombobox|Select|NativeSelect|MultiSelect|Autocomplete|TagsInput)$/;

/** Values that a file imports of Mantine. */
function namesOf(text: string): string[] {
  const [, names = ''] = /^import \{([^}]*)\} from '@mantine\/core';/m.exec(text) ?? [];
  return names.split(',').map((name) => name.trim());
}

describe('sheets that the first page does without', () => {
  const users = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.spec.tsx'))
    // Its page imports them.
    .filter((name) => name !== path.join('features', 'member-csv', 'merge-dialog.tsx'))
    .map((name) => ({ name, text: readFileSync(path.join(src, name), 'utf8') }))
    .filter(({ text }) => namesOf(text).some((name) => floating.test(name)));

  it('are looked for where they are needed', () => {
    expect(users.length).toBeGreaterThan(20);
  });

  it.each(users)('are imported by $name', ({ text }) => {
    expect(text).toMatch(/^import '[./]+(shared\/)?(theme\/)?floating-sheets';/m);
  });
});
