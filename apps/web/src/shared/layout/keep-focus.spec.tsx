import { Button, MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { takeFocusOfDisabled } from '../../../test/take-focus';
import { keepFocus } from './keep-focus';

const page = (state: { busy?: boolean; held?: boolean; more?: boolean }) => (
  <MantineProvider env="test">
    <Button loading={state.busy ?? false}>Test it</Button>
    <fieldset disabled={state.held}>
      <input aria-label="Name" />
    </fieldset>
    <button type="button" disabled={state.more}>
      More
    </button>
  </MantineProvider>
);

describe('the focus', () => {
  let end: () => void;
  let rerender: (page: ReactNode) => void;
  const become = (state: Parameters<typeof page>[0]) => {
    rerender(page(state));
    return takeFocusOfDisabled();
  };
  beforeEach(() => {
    end = keepFocus();
    ({ rerender } = render(page({})));
  });
  afterEach(() => end());

  it.each([
    ['Test it', { busy: true }],
    ['Name', { held: true }],
  ])('returns to %s when it is enabled again', async (name, state) => {
    const control = screen.queryByRole('button', { name }) ?? screen.getByRole('textbox', { name });
    control.focus();
    await become(state);
    expect(document.activeElement).toBe(document.body);
    // Something else is enabled meanwhile.
    await become({ ...state, more: true });
    await become(state);
    expect(document.activeElement).toBe(document.body);
    await become({});
    expect(document.activeElement).toBe(control);
  });

  it('stays where it has gone meanwhile', async () => {
    screen.getByRole('button', { name: 'Test it' }).focus();
    await become({ busy: true });
    const field = screen.getByLabelText('Name');
    field.focus();
    await become({});
    expect(document.activeElement).toBe(field);
    field.blur();
    await become({ more: true });
    await become({});
    expect(document.activeElement).toBe(document.body);
  });

  describe('of a removed control', () => {
    const rows = (names: readonly string[], title = 'Snoozed') => (
      <main>
        <h1>Members</h1>
        <section>
          <h2>Introductions</h2>
        </section>
        <section>
          {title ? <h2>{title}</h2> : null}
          <ul>
            {names.map((name) => (
              <li key={name}>
                <a href={`#${name}`}>{name}</a>
                <button type="button">End</button>
              </li>
            ))}
          </ul>
        </section>
      </main>
    );
    const frames = (count: number) =>
      Array.from({ length: count }).reduce<Promise<void>>(
        (before) => before.then(() => new Promise((done) => requestAnimationFrame(() => done()))),
        Promise.resolve(),
      );
    const ends = () => screen.getAllByRole('button', { name: 'End' });

    it.each([
      ['the same control of the next row', 1, ['a', 'c'], () => ends()[1]],
      ['that of the previous row', 2, ['a', 'b'], () => ends()[1]],
      ['the heading of an empty list', 0, [], () => screen.getByText('Snoozed')],
    ])('goes to %s', async (_place, at, left, target) => {
      rerender(rows(['a', 'b', 'c']));
      ends()[at]!.focus();
      rerender(rows(left));
      await waitFor(() => expect(document.activeElement).toBe(target()));
    });

    it('goes to the button that replaces it, as that of a menu that is loaded', async () => {
      const menu = (isLoaded: boolean) => (
        <div>
          <h1>Tasks</h1>
          <button type="button" key={String(isLoaded)}>
            Labels
          </button>
        </div>
      );
      rerender(menu(false));
      screen.getByRole('button').focus();
      rerender(menu(true));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')));
    });

    it('goes to the heading of the page where its section has none', async () => {
      rerender(rows(['a'], ''));
      ends()[0]!.focus();
      rerender(rows([], ''));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Members')));
    });

    it('goes to the heading of what took its place', async () => {
      rerender(rows(['a']));
      ends()[0]!.focus();
      rerender(<p>Loading</p>);
      await frames(4);
      expect(document.activeElement).toBe(document.body);
      rerender(<h1>Import</h1>);
      await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Import')));
    });

    it('stays where its reader left it, or the code that removed it moved it', async () => {
      rerender(rows(['a', 'b']));
      ends()[1]!.focus();
      ends()[1]!.blur();
      await frames(1);
      rerender(rows(['a']));
      await frames(4);
      expect(document.activeElement).toBe(document.body);
      rerender(rows(['a', 'b']));
      ends()[1]!.focus();
      rerender(rows(['a']));
      screen.getByRole('link', { name: 'a' }).focus();
      await frames(4);
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'a' }));
    });
  });
});
