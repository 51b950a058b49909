import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { storeOf } from '../../../../test/show';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { problemOf } from '../../../shared/problem/api-problem';
import { toastStore } from '../../../shared/feedback/toast.store';
import { formOf } from './form-state';
import { postOf, sampleStaff } from '../post/post.fixture';
import { useMergingEdit } from './use-merging-edit';

const post = postOf({ labelIds: ['living', 'deleted'] });

async function edit(send: () => Promise<unknown>) {
  const onDone = jest.fn();
  const options = { content: post, formOf, send, onDone };
  const store = await storeOf(sampleStaff);
  const { result, unmount } = renderHook(() => useMergingEdit(options), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>
        <IntlFrame locale="ja">{children}</IntlFrame>
      </Provider>
    ),
  });
  return { result, unmount, onDone };
}

describe('a post that is edited while what it names is deleted', () => {
  it.each([
    ['a label', 'unknown-label', 'labelIds/1', { labelIds: ['living'] }, '削除されたラベルを'],
    [
      'a member',
      'deleted-member',
      'memberIds/0',
      { members: [] },
      '退会などで選べなくなった会員を',
    ],
  ])('loses %s, keeps the text and is sent again', async (_what, code, at, left, told) => {
    const send = jest.fn().mockRejectedValueOnce(
      problemOf(422, {
        ...{ code: `timeline.post.${code}`, title: 'x' },
        errors: [{ pointer: `/body/${at}`, code: 'invalid' }],
      }),
    );
    const { result, onDone } = await edit(send);
    act(() => result.current.setForm((now) => ({ ...now, memo: '書き足した文' })));
    await act(() => result.current.save());
    const { form } = result.current;
    expect(form).toEqual({ ...formOf(post), memo: '書き足した文', ...left });
    expect(toastStore.read().at(-1)?.text).toContain(told);
    expect(toastStore.read().at(-1)?.text).toContain('書いた内容は残してあります');
    expect(onDone).not.toHaveBeenCalled();
    await act(() => result.current.save());
    expect(send).toHaveBeenLastCalledWith(form, post.version);
    expect(onDone).toHaveBeenCalled();
  });
});

describe('an edit whose save is answered late', () => {
  const begin = async () => {
    let answer: () => void = () => undefined;
    const saved = { ...post, memo: '一回目', version: 2 };
    const shown = await edit(() => new Promise((done) => (answer = () => done(saved))));
    act(() => shown.result.current.setForm((now) => ({ ...now, memo: '一回目' })));
    let saving: Promise<void> = Promise.resolve();
    act(() => {
      saving = shown.result.current.save();
    });
    const answered = () =>
      act(async () => {
        answer();
        await saving;
      });
    return { ...shown, answered };
  };

  it('goes on with what was typed meanwhile', async () => {
    const { result, onDone, answered } = await begin();
    act(() => result.current.setForm((now) => ({ ...now, memo: '一回目と続き' })));
    await answered();
    expect(onDone).not.toHaveBeenCalled();
    expect(result.current.form.memo).toBe('一回目と続き');
    act(() => result.current.discard());
  });

  it('does not close the form of another post once its own is closed', async () => {
    const { onDone, unmount, answered } = await begin();
    unmount();
    await answered();
    expect(onDone).not.toHaveBeenCalled();
  });
});
