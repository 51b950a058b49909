import { screen } from '@testing-library/react';
import { show } from '../../../test/show';
import { rowKeys, type RowCommandName } from './keys';
import { SelectionBar } from './selection-bar';

const single: readonly RowCommandName[] = ['comment', 'write', 'edit'];
const names = Object.keys(rowKeys) as RowCommandName[];
const commands = names.map((name) => ({
  name,
  words: `words of ${name}`,
  single: single.includes(name),
  run: () => undefined,
}));
const bar = (...ids: string[]) =>
  show(<SelectionBar selected={new Set(ids)} commands={commands} onClear={() => undefined} />);

describe('the bar of a selection', () => {
  it('shows every command of a row with its key', () => {
    bar('a');
    for (const name of names) {
      const button = screen.getByRole('button', { name: `words of ${name}` });
      expect(button.textContent).toBe(`words of ${name}${rowKeys[name]}`);
      expect(button.getAttribute('aria-keyshortcuts')).toBe(
        name === 'edit' ? 'Shift+E' : rowKeys[name],
      );
    }
  });

  it('leaves out what applies to one row only, for several', () => {
    bar('a', 'b');
    const shown = screen.getAllByRole('button').map((button) => button.textContent ?? '');
    for (const name of names) {
      expect(shown.includes(`words of ${name}${rowKeys[name]}`)).toBe(!single.includes(name));
    }
  });
});
