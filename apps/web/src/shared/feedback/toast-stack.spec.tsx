import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { show } from '../../../test/show';
import { ToastStack } from './toast-stack';
import { hideToast, showToast, toastStore } from './toast.store';

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
        <ToastStack />
      </>,
    );
    act(() => texts.forEach((text) => showToast(text, { undo })));
    row().focus();
    await userEvent.tab();
    return page;
  };

  afterEach(() => {
    undo.mockClear();
    act(() => toastStore.read().forEach(({ id }) => hideToast(id)));
  });

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
