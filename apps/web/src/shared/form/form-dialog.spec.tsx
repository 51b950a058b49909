import { MantineProvider, TextInput } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { takeFocusOfDisabled } from '../../../test/take-focus';
import { ConfirmDialog } from '../feedback/confirm-dialog';
import { confirmStore } from '../feedback/confirm.store';
import { IntlFrame } from '../intl/intl-frame';
import { keepFocus } from '../layout/keep-focus';
import { FormDialog } from './form-dialog';

describe('a dialog that is a form', () => {
  const open = () => {
    const onClose = jest.fn();
    const page = (busy: boolean) => (
      <MantineProvider env="test">
        <IntlFrame locale="ja">
          <FormDialog title="会員を編集" busy={busy} onSubmit={jest.fn()} onClose={onClose}>
            <TextInput label="会社名" />
          </FormDialog>
          <ConfirmDialog />
        </IntlFrame>
      </MantineProvider>
    );
    const { rerender } = render(page(false));
    const field = screen.getByLabelText('会社名');
    return {
      onClose,
      setBusy: (busy: boolean) => rerender(page(busy)),
      type: () => fireEvent.input(field, { target: { value: '縁側商店' } }),
      escape: () =>
        act(async () => {
          fireEvent.keyDown(document.body, { key: 'Escape' });
          await new Promise((resolve) => setTimeout(resolve));
        }),
      press: (name: string) =>
        act(async () => {
          fireEvent.click(screen.getByRole('button', { name }));
        }),
    };
  };

  it('closes at once while nothing was typed', async () => {
    const { onClose, escape } = open();
    await escape();
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(confirmStore.read()).toBeNull();
  });

  it('asks before Escape discards what was typed, and goes on when that is declined', async () => {
    const { onClose, type, escape, press } = open();
    type();
    await escape();
    expect(confirmStore.read()?.title).toBe('保存せずに閉じますか？');
    // Enter after Escape declines, too: the red button is not the one with the focus.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: '入力を続ける' })),
    );
    // Escape declines; the dialog hears it, too, and does not ask again.
    await escape();
    expect(confirmStore.read()).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await escape();
    await press('保存せずに閉じる');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('discards with キャンセル', async () => {
    const { onClose, type, press } = open();
    type();
    await press('キャンセル');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(confirmStore.read()).toBeNull();
  });

  it('stays until the answer, which may be a refusal, and keeps the focus', async () => {
    const end = keepFocus();
    const { onClose, setBusy, type, escape } = open();
    type();
    const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存する' });
    // The dialog takes the focus when it opens.
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    save.focus();
    setBusy(true);
    await takeFocusOfDisabled();
    await escape();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'キャンセル' }).disabled).toBe(
      true,
    );
    expect(confirmStore.read()).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    setBusy(false);
    await waitFor(() => expect(document.activeElement).toBe(save));
    end();
  });

  it('can be left when the answer does not come', async () => {
    jest.useFakeTimers();
    const { onClose, setBusy } = open();
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'キャンセル' });
    setBusy(true);
    act(() => jest.advanceTimersByTime(9_999));
    expect(cancel.disabled).toBe(true);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
    act(() => jest.advanceTimersByTime(1));
    expect(cancel.disabled).toBe(false);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
    // The next request is awaited as long.
    setBusy(false);
    setBusy(true);
    expect(cancel.disabled).toBe(true);
    jest.useRealTimers();
  });
});
