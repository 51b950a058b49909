import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../test/show';
import { ToastHost } from './toast-host';
import { hideToast, showFailure, showToast, toastStore } from './toast.store';

afterEach(() => act(() => toastStore.read().forEach(({ id }) => hideToast(id))));

it('announces each toast once, in a region that is there before it', async () => {
  show(<ToastHost />);
  const polite = screen.getByRole('status');
  const assertive = screen.getByRole('alert');
  act(() => {
    showFailure('保存できませんでした');
    showToast('保存しました');
  });
  const toasts = [
    await screen.findByText('保存しました'),
    screen.getByText('保存できませんでした'),
  ];
  const live = '[role=status], [role=alert], [role=log], [aria-live]';
  expect(toasts.map((toast) => toast.closest(live))).toEqual([polite, assertive]);
  expect(document.querySelectorAll(live)).toHaveLength(2);
});

describe('a toast that the focus has entered', () => {
  const undo = jest.fn();
  const row = () => screen.getByRole('link', { name: '次の投稿' });

  /** Shows toasts that offer 元に戻す, goes to the last focusable element of the page, and on to the first toast. */
  const enter = async (...texts: string[]) => {
    const page = show(
      <>
        <main id="content" tabIndex={-1}>
          <a href="#next">次の投稿</a>
        </main>
        <ToastHost />
      </>,
    );
    act(() => texts.forEach((text) => showToast(text, { undo })));
    await screen.findByText(texts[0]!);
    row().focus();
    await userEvent.tab();
    return page;
  };

  afterEach(() => undo.mockClear());

  it.each([
    ['元に戻す', '{Enter}', 1],
    ['close', '{Tab}{Enter}', 0],
  ])('gives it back on %s', async (_what, keys, undone) => {
    await enter('削除しました');
    await userEvent.keyboard(keys);
    expect(toastStore.read()).toEqual([]);
    expect(undo).toHaveBeenCalledTimes(undone);
    expect(document.activeElement).toBe(row());
  });

  it('gives it back to the page after a walk through several toasts', async () => {
    await enter('一つ目を削除しました', '二つ目を削除しました');
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    expect(toastStore.read()).toHaveLength(1);
    expect(document.activeElement).toBe(row());
  });

  it('gives it back to the page after a walk to a failure', async () => {
    await enter('削除しました');
    act(() => void showFailure('保存できませんでした'));
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    expect(toastStore.read().map(({ text }) => text)).toEqual(['削除しました']);
    expect(document.activeElement).toBe(row());
  });

  it('gives it to the content of the page when what had it is gone', async () => {
    await enter('削除しました');
    row().remove();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement?.id).toBe('content');
  });

  it('leaves a focus that is elsewhere', async () => {
    await enter('削除しました');
    const field = document.body.appendChild(document.createElement('input'));
    act(() => field.focus());
    // As in browsers whose buttons take no focus when they are clicked.
    act(() => screen.getByRole('button', { name: '元に戻す' }).click());
    expect(undo).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(field);
    field.remove();
  });
});
