import { fireEvent, render, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useAwake } from '../lazy/lazy-part';
import { rowScope } from './row-scope.store';
import { useRows } from './use-rows';

const done = jest.fn();
const opened = jest.fn();

function List({ ids }: { ids: string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [commands] = useState(() => [
    { name: 'finish', words: '完了', run: done } as const,
    { name: 'comment', words: 'コメント', single: true, run: done } as const,
  ]);
  useRows({ ids, selected, onSelect: setSelected, commands, onOpen: opened });
  return (
    <main id="content">
      <input aria-label="field" />
      {ids.map((id) => (
        <div key={id} data-row={id} tabIndex={-1} data-selected={selected.has(id) || undefined}>
          <a href="#there">{id}</a>
        </div>
      ))}
    </main>
  );
}

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
const focused = () => document.activeElement?.getAttribute('data-row');
const selected = () =>
  [...document.querySelectorAll('[data-selected]')].map((row) => row.getAttribute('data-row'));

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => {
  done.mockClear();
  opened.mockClear();
});

afterEach(() => jest.useRealTimers());

describe('the keys of rows', () => {
  it('walk with j and k and stay at the ends', () => {
    render(<List ids={['a', 'b']} />);
    press('j');
    expect(focused()).toBe('a');
    press('j');
    press('j');
    expect(focused()).toBe('b');
    press('k');
    press('k');
    expect(focused()).toBe('a');
  });

  it('handle keys that were pressed before they were loaded, in order', async () => {
    const Later = ({ fetched }: { fetched: boolean }) =>
      useAwake() && fetched ? <List ids={['a', 'b']} /> : null;
    const { rerender } = render(<Later fetched={false} />);
    for (const key of ['j', 'x', 'j', 'x']) press(key);
    rerender(<Later fetched />);
    await waitFor(() => expect(selected()).toEqual(['a', 'b']));
    expect(focused()).toBe('b');
  });

  it('act on the focused row, or on all that are selected, in the order of the list', () => {
    render(<List ids={['a', 'b', 'c']} />);
    press('j');
    press('e');
    expect(done).toHaveBeenLastCalledWith(['a']);
    press('j');
    press('j');
    press('x');
    press('k');
    press('k');
    press('x');
    expect(selected()).toEqual(['a', 'c']);
    press('e');
    expect(done).toHaveBeenLastCalledWith(['a', 'c']);
    press('c');
    expect(done).toHaveBeenLastCalledWith(['a']);
    expect(rowScope.read()?.targets()).toEqual(['a', 'c']);
    press('Escape');
    expect(selected()).toEqual([]);
    expect(rowScope.read()?.targets()).toEqual(['a']);
  });

  it('open a row with Enter, but leave Enter to a link inside of it', () => {
    render(<List ids={['a']} />);
    press('j');
    press('Enter');
    expect(opened).toHaveBeenCalledWith('a');
    document.querySelector('a')?.focus();
    press('Enter');
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('make the row look pressed as long as a key is held, before what it opens is rendered', () => {
    jest.useFakeTimers();
    render(<List ids={['a', 'b']} />);
    press('j');
    const pressed = () =>
      [...document.querySelectorAll('[data-pressed]')].map((row) => row.getAttribute('data-row'));
    opened.mockImplementationOnce(() => expect(pressed()).toEqual(['a']));
    press('Enter');
    expect(opened).toHaveBeenCalledTimes(1);
    expect(pressed()).toEqual(['a']);
    jest.advanceTimersByTime(200);
    expect(pressed()).toEqual([]);
    press('c');
    expect(pressed()).toEqual(['a']);
  });

  it('open the last row with Enter when nothing has the focus, as other keys act on it', () => {
    render(<List ids={['a', 'b']} />);
    press('j');
    (document.activeElement as HTMLElement).blur();
    press('Enter');
    expect(opened).toHaveBeenCalledWith('a');
  });

  it('do nothing while somebody writes, composes Japanese, or holds a key down', () => {
    render(<List ids={['a']} />);
    press('j');
    press('e', { isComposing: true });
    press('e', { keyCode: 229 });
    press('e', { ctrlKey: true });
    press('e', { repeat: true });
    document.querySelector('input')?.focus();
    press('e');
    expect(done).not.toHaveBeenCalled();
  });

  it('give the focus of a row that goes to the one that takes its place', () => {
    const { rerender } = render(<List ids={['a', 'b', 'c']} />);
    press('j');
    press('j');
    rerender(<List ids={['a', 'c']} />);
    expect(focused()).toBe('c');
    rerender(<List ids={['a']} />);
    expect(focused()).toBe('a');
  });
});
