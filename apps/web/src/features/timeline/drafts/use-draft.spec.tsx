import { configureStore } from '@reduxjs/toolkit';
import type { Draft } from '@engawa/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { serve } from '../../../../test/answers';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { emptyDraft } from '../composer/form-state';
import { useDraft } from './use-draft';

const KEY = 'engawa.draft.form';
const draftOf = (revision: number, memo: string) =>
  ({ ...emptyDraft, id: 'd1', revision, memo }) as unknown as Draft;

describe('a form and its draft on another device', () => {
  let drafts: Draft[];
  const open = (mark: object) => {
    localStorage.setItem(KEY, JSON.stringify(mark));
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    const follower = { ended: jest.fn(), newer: jest.fn() };
    const { result } = renderHook(() => useDraft('form', follower), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <Provider store={store}>{children}</Provider>
      ),
    });
    /** Simulates the live message of a changed draft. */
    const told = () =>
      act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Draft', id: 'LIST' }])));
    return { follower, result, told };
  };

  beforeEach(() => {
    localStorage.clear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    drafts = [draftOf(3, '家で書いた')];
    serve(({ method, url }) => {
      if (method === 'PUT') return { body: {} };
      if (url.endsWith('/drafts')) return { body: { items: drafts } };
      const draft = drafts.find(({ id }) => url.endsWith(id));
      return draft
        ? { body: draft }
        : { status: 404, body: { code: 'timeline.draft.not-found', title: 'x' } };
    });
  });

  it('shows what was written on another device', async () => {
    const { follower, result } = open({ id: 'd1', revision: 2, settled: true });
    await waitFor(() => expect(follower.newer).toHaveBeenCalledWith(drafts[0]));
    expect(result.current.saver.mark()).toMatchObject({ id: 'd1', revision: 3, settled: true });
    expect(follower.ended).not.toHaveBeenCalled();
  });

  it('discards a draft that was sent elsewhere, also while it is open', async () => {
    const { follower, result, told } = open({ id: 'd1', revision: 3, settled: true });
    drafts = [];
    await told();
    await waitFor(() => expect(follower.ended).toHaveBeenCalledTimes(1));
    expect(result.current.saver.mark()).toMatchObject({ revision: 0 });
    expect(result.current.saver.mark().id).not.toBe('d1');
  });

  it('keeps a draft that the server does not have yet', async () => {
    drafts = [];
    const { follower, told } = open({ id: 'd1', revision: 2 });
    await told();
    await act(() => new Promise((done) => setTimeout(done, 20)));
    expect(follower.ended).not.toHaveBeenCalled();
    expect(follower.newer).not.toHaveBeenCalled();
  });
});
