import type { Draft, Session } from '@engawa/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { type Asked, serve } from '../../../../test/answers';
import { storeOf } from '../../../../test/show';
import { storeAccess } from '../../../shared/api/access';
import { api } from '../../../shared/api/api';
import { emptyDraft } from '../composer/form-state';
import { sampleStaff } from '../post/post.fixture';
import { flushSendQueue } from './send-queue-flush';
import { useDraft } from './use-draft';

const KEY = 'engawa.draft.form';
const draftOf = (revision: number, memo: string) =>
  ({ ...emptyDraft, id: 'd1', revision, memo }) as unknown as Draft;

describe('a form and its draft on another device', () => {
  let drafts: Draft[];
  let isAway: boolean;
  let log: Asked[];
  const open = async (mark: object) => {
    localStorage.setItem(KEY, JSON.stringify(mark));
    const store = await storeOf(sampleStaff);
    const follower = { ended: jest.fn(), newer: jest.fn() };
    const { result, unmount } = renderHook(() => useDraft('form', follower), {
      wrapper: ({ children }: { children: ReactNode }) => (
        <Provider store={store}>{children}</Provider>
      ),
    });
    /** Simulates the live message of a changed draft. */
    const told = () =>
      act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Draft', id: 'LIST' }])));
    return { follower, result, told, store, unmount };
  };

  beforeEach(() => {
    localStorage.clear();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    drafts = [draftOf(3, '家で書いた')];
    isAway = false;
    log = serve(({ method, url }) => {
      if (isAway) return 'no network';
      if (method === 'PUT') return { body: {} };
      if (url.endsWith('/drafts')) return { body: { items: drafts } };
      const draft = drafts.find(({ id }) => url.endsWith(id));
      return draft
        ? { body: draft }
        : { status: 404, body: { code: 'timeline.draft.not-found', title: 'x' } };
    });
  });

  it('shows what was written on another device', async () => {
    const { follower, result } = await open({ id: 'd1', revision: 2, settled: true });
    await waitFor(() => expect(follower.newer).toHaveBeenCalledWith(drafts[0]));
    expect(result.current.saver.mark()).toMatchObject({ id: 'd1', revision: 3, settled: true });
    expect(follower.ended).not.toHaveBeenCalled();
  });

  it('discards a draft that was sent elsewhere, also while it is open', async () => {
    const { follower, result, told } = await open({ id: 'd1', revision: 3, settled: true });
    drafts = [];
    await told();
    await waitFor(() => expect(follower.ended).toHaveBeenCalledTimes(1));
    expect(result.current.saver.mark()).toMatchObject({ revision: 0 });
    expect(result.current.saver.mark().id).not.toBe('d1');
  });

  it('keeps a draft that the server does not have yet', async () => {
    drafts = [];
    const { follower, told } = await open({ id: 'd1', revision: 2 });
    await told();
    await act(() => new Promise((done) => setTimeout(done, 20)));
    expect(follower.ended).not.toHaveBeenCalled();
    expect(follower.newer).not.toHaveBeenCalled();
  });

  /** Empties the form without a connection, closes it, and returns how to connect again. */
  async function emptyOffline() {
    const { result, store, unmount } = await open({ id: 'd1', revision: 3, begun: true });
    isAway = true;
    await act(() => result.current.saver.clear());
    unmount();
    const session = { staff: sampleStaff } as unknown as Session;
    return () => {
      isAway = false;
      log.length = 0;
      return store.dispatch(flushSendQueue(session) as never);
    };
  }
  const deleted = () => log.filter(({ method }) => method === 'DELETE').map(({ url }) => url);

  it('is deleted once the server is back, also if its form was emptied and closed', async () => {
    const connect = await emptyOffline();
    const again = await open({ id: 'd2', revision: 0 });
    expect(again.result.current.saver.isCleared({ id: 'd1', revision: 3 })).toBe(true);
    expect(await connect()).toEqual({ sent: 0, refused: 0 });
    expect(deleted()).toEqual(['/api/v1/drafts/d1']);
    await connect();
    expect(deleted()).toEqual([]);
  });

  it.each([
    ['another device continued it', () => (drafts = [draftOf(4, 'つづき')])],
    [
      'it was opened again',
      async () => {
        const { result } = await open({ id: 'x', revision: 0 });
        act(() => result.current.saver.open({ id: 'd1', revision: 3 }));
      },
    ],
  ])('is not deleted then if %s', async (_when, meanwhile) => {
    const connect = await emptyOffline();
    await meanwhile();
    expect(await connect()).toEqual({ sent: 0, refused: 0 });
    expect(deleted()).toEqual([]);
  });
});
