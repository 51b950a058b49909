import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { IntlFrame } from '../intl/intl-frame';
import { TipHost } from './tip-host';

const wait = (millis: number) => act(() => jest.advanceTimersByTime(millis));
const tip = () => screen.queryByRole('tooltip')?.textContent;

function show() {
  render(
    <MantineProvider env="test">
      <button type="button" data-tip="完了にする (e)">
        <svg data-testid="sign" />
      </button>
      <a href="/members/aoki" data-peek="member:aoki">
        <span data-tip="今月の1位">ア</span>
      </a>
      <span data-peek="member:kato" data-tip="今月の2位">
        加
      </span>
      <time dateTime="2026-11-21T05:30:00.000Z" data-tip="">
        昨日
      </time>
      <p>elsewhere</p>
      <IntlFrame locale="ja" timeZone="Asia/Tokyo">
        <TipHost />
      </IntlFrame>
    </MantineProvider>,
  );
}

describe('a tooltip', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('shows after the pointer has rested, and describes its control', () => {
    show();
    fireEvent.pointerOver(screen.getByTestId('sign'));
    wait(299);
    expect(tip()).toBeUndefined();
    wait(1);
    expect(tip()).toBe('完了にする (e)');
    expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(
      screen.getByRole('tooltip').id,
    );
    fireEvent.pointerOver(screen.getByText('elsewhere'));
    expect(tip()).toBeUndefined();
    expect(screen.getByRole('button').hasAttribute('aria-describedby')).toBe(false);
  });

  it('of a time is the exact time', () => {
    show();
    fireEvent.pointerOver(screen.getByText('昨日'));
    wait(300);
    expect(tip()).toBe('2026年11月21日 14:30');
  });

  it.each(['pointerDown', 'scroll', 'blur'] as const)('goes with %s', (end) => {
    show();
    fireEvent.pointerOver(screen.getByTestId('sign'));
    wait(300);
    fireEvent[end](end === 'blur' ? window : document.body);
    expect(tip()).toBeUndefined();
  });

  it('goes with a key', () => {
    show();
    fireEvent.pointerOver(screen.getByTestId('sign'));
    wait(300);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(tip()).toBeUndefined();
  });

  it.each(['ア', '加'])('does not cover the card of a person (%s)', (face) => {
    show();
    fireEvent.pointerOver(screen.getByText(face));
    wait(300);
    expect(tip()).toBeUndefined();
  });

  it('does not cover the open menu of its button', () => {
    show();
    screen.getByRole('button').setAttribute('aria-expanded', 'true');
    fireEvent.pointerOver(screen.getByTestId('sign'));
    wait(300);
    expect(tip()).toBeUndefined();
  });

  it('does not show for a finger', () => {
    show();
    const finger = new Event('pointerover', { bubbles: true });
    fireEvent(screen.getByTestId('sign'), Object.assign(finger, { pointerType: 'touch' }));
    wait(300);
    expect(tip()).toBeUndefined();
  });
});
