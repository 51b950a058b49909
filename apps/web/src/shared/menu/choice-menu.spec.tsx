import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ChoiceMenu } from './choice-menu';

function show(onChoose: (id: string) => void) {
  const choice = (id: string) => ({ id, word: `to ${id}`, onChoose: () => onChoose(id) });
  render(
    <MantineProvider env="test">
      <ChoiceMenu
        width={160}
        button={<button type="button">more</button>}
        choices={() => [{ ...choice('here'), current: true }, null, choice('there')]}
      />
    </MantineProvider>,
  );
  return screen.getByRole('button', { name: 'more' });
}

describe('a button with a menu', () => {
  it('announces its menu, and opens it with the first press', async () => {
    const button = show(() => undefined);
    expect(button.getAttribute('aria-haspopup')).toBe('menu');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('menu')).toBeNull();
    await userEvent.click(button);
    expect(await screen.findAllByRole('menuitem')).toHaveLength(2);
    expect(screen.getByText('to here').closest('[role=menuitem]')?.ariaCurrent).toBe('true');
    expect(screen.getByRole('separator')).toBeTruthy();
    const now = screen.getByRole('button', { name: 'more', hidden: true });
    expect(now.getAttribute('aria-haspopup')).toBe('menu');
    expect(now.getAttribute('aria-expanded')).toBe('true');
  });

  it('reports the choice, closes, returns the focus and opens again', async () => {
    const chosen: string[] = [];
    await userEvent.click(show((id) => chosen.push(id)));
    await userEvent.click(await screen.findByText('to there'));
    expect(chosen).toEqual(['there']);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('more'));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findAllByRole('menuitem')).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
});
