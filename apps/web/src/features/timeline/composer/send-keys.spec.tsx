import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { LabelMenu } from '../../../shared/display/label-menu';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { MemoField } from './memo-field';
import { takeSendKey } from './send-keys';

const label = { id: 'l1', name: '相談', color: '#274b7a' } as never;

describe('the send shortcut of a form', () => {
  const send = jest.fn();
  beforeEach(() => {
    send.mockClear();
    render(
      <MantineProvider>
        <IntlFrame locale="ja">
          <form onKeyDown={(event) => takeSendKey(event) && send()}>
            <MemoField value="はい" onChange={jest.fn()} label="本文" placeholder="…" />
            <LabelMenu labels={[label]} value={[]} onChange={jest.fn()}>
              <button type="button">ラベル</button>
            </LabelMenu>
          </form>
        </IntlFrame>
      </MantineProvider>,
    );
  });
  const press = (on: HTMLElement, init: object) => fireEvent.keyDown(on, { key: 'Enter', ...init });

  it('sends with Ctrl+Enter or ⌘+Enter in the memo, never with Enter alone', () => {
    const memo = screen.getByLabelText('本文');
    press(memo, {});
    expect(send).not.toHaveBeenCalled();
    press(memo, { ctrlKey: true });
    press(memo, { metaKey: true });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('sends once, and presses nothing, on another control', () => {
    const isPassedOn = press(screen.getByRole('button', { name: 'ラベル' }), { ctrlKey: true });
    expect(send).toHaveBeenCalledTimes(1);
    expect(isPassedOn).toBe(false);
  });

  it('sends once while the keys are held', () => {
    const memo = screen.getByLabelText('本文');
    press(memo, { ctrlKey: true });
    press(memo, { ctrlKey: true, repeat: true });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('never sends while an IME composes', () => {
    const memo = screen.getByLabelText('本文');
    press(memo, { ctrlKey: true, isComposing: true });
    press(memo, { ctrlKey: true, keyCode: 229 });
    expect(send).not.toHaveBeenCalled();
  });

  it('does not send from an open menu', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'ラベル' }));
    press(await screen.findByLabelText('ラベルを探す'), { ctrlKey: true });
    expect(send).not.toHaveBeenCalled();
  });
});
