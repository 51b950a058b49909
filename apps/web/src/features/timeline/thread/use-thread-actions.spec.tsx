import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { serve } from '../../../../test/answers';
import { storeOf } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { hideToast, toastStore } from '../../../shared/feedback/toast.store';
import { IntlFrame } from '../../../shared/intl/intl-frame';
import { sampleStaff } from '../post/post.fixture';
import { useThreadActions } from './use-thread-actions';

const texts = () => toastStore.read().map(({ text }) => text);

it('takes back that a post is deleted when it is not, and offers nothing to undo', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  serve(() => ({ status: 503, body: { code: 'gateway.unavailable', title: '応答できません' } }));
  const store = await storeOf(sampleStaff);
  const { result } = renderHook(useThreadActions, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>
        <IntlFrame locale="ja">{children}</IntlFrame>
      </Provider>
    ),
  });
  act(() => result.current.removePost('p1'));
  const [told] = toastStore.read();
  expect(told?.text).toBe('投稿を削除しました。');
  // Pressed before the answer: nothing is restored, and the failure is told once.
  told?.undo?.();
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(texts()).toEqual(['変更を元に戻しました。応答できません']);
  act(() => toastStore.read().forEach(({ id }) => hideToast(id)));
});
