import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { PaletteHost } from './palette-host';

jest.mock('./peek-card', () => ({
  PeekCard: ({ person }: { person: { id: string } }) => <section aria-label={person.id} />,
}));

/** A row with a person; `key` is pressed before the card is loaded. */
async function show(key = 'Shift') {
  render(
    <MemoryRouter>
      <div data-row="r1" tabIndex={-1}>
        <a href="/members/aoki" data-peek="member:aoki">
          青木
        </a>
      </div>
      <p>elsewhere</p>
      <PaletteHost />
    </MemoryRouter>,
  );
  const row = document.querySelector<HTMLElement>('[data-row]')!;
  act(() => row.focus());
  const isFree = fireEvent.keyDown(row, { key });
  await act(() => jest.advanceTimersByTimeAsync(0));
  return {
    row,
    isFree,
    name: screen.getByRole('link'),
    elsewhere: screen.getByText('elsewhere'),
  };
}
const wait = (millis: number) => act(() => jest.advanceTimersByTime(millis));
const card = () => screen.queryByRole('region', { name: 'aoki' });

describe('the card of a person', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('shows for a Space before it is loaded, and the page does not scroll', async () => {
    const { isFree } = await show(' ');
    expect(isFree).toBe(false);
    expect(card()).not.toBeNull();
  });

  it('shows after the pointer has rested, and goes when it leaves', async () => {
    const { name, elsewhere } = await show();
    fireEvent.pointerOver(name);
    wait(299);
    expect(card()).toBeNull();
    wait(1);
    expect(card()).not.toBeNull();
    fireEvent.pointerOver(elsewhere);
    wait(220);
    expect(card()).toBeNull();
  });

  it('is that of the row when a key asks over the card of another', async () => {
    const { row, elsewhere } = await show();
    elsewhere.setAttribute('data-peek', 'member:kudo');
    fireEvent.pointerOver(elsewhere);
    wait(300);
    expect(screen.queryByRole('region', { name: 'kudo' })).not.toBeNull();
    fireEvent.keyDown(row, { key: ' ' });
    expect(card()).not.toBeNull();
  });

  it('stays when a key opened it while the pointer was leaving', async () => {
    const { row, name, elsewhere } = await show();
    fireEvent.pointerOver(name);
    wait(300);
    fireEvent.pointerOver(elsewhere);
    fireEvent.keyDown(row, { key: 'Escape' });
    fireEvent.keyDown(row, { key: ' ' });
    wait(1_000);
    expect(card()).not.toBeNull();
    fireEvent.scroll(document);
    expect(card()).not.toBeNull();
    fireEvent.keyDown(row, { key: ' ' });
    expect(card()).toBeNull();
  });
});
