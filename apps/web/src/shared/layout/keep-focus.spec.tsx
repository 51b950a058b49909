import { Button, MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
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
});
