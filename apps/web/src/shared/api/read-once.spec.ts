import { configureStore } from '@reduxjs/toolkit';
import { serve } from '../../../test/answers';
import { directoryApi } from '../directory/directory.api';
import { storeAccess } from './access';
import { api, LIST } from './api';
import { readOnce, resultOnce } from './read-once';

const { listLabels } = directoryApi.endpoints;
const label = { id: 'l1', name: '来店', color: 'teal' };

describe('a read that nobody shows', () => {
  const createStore = () =>
    configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    });
  let store: ReturnType<typeof createStore>;
  let answer: (value: { status?: number; body: unknown }) => void;
  let log: unknown[];
  const asked = async (times: number) => {
    while (log.length < times) await new Promise((done) => setTimeout(done, 5));
  };
  const announceChange = () =>
    store.dispatch(api.util.invalidateTags([{ type: 'Label', id: LIST }]));

  beforeEach(() => {
    store = createStore();
    storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    log = serve(() => new Promise((resolve) => (answer = resolve as never)));
  });

  it.each([
    ['answer', readOnce, [label]],
    ['result', resultOnce, expect.objectContaining({ data: [label] })],
  ])('has its %s although a change is announced meanwhile', async (_what, once, expected) => {
    const reading = once(store.dispatch(listLabels.initiate()) as never);
    await asked(1);
    announceChange();
    answer({ body: { items: [label] } });
    expect(await reading).toEqual(expected);
  });

  it('leaves no subscription', async () => {
    const reading = readOnce(store.dispatch(listLabels.initiate()));
    await asked(1);
    answer({ body: { items: [label] } });
    await reading;
    announceChange();
    expect(listLabels.select()(store.getState()).status).toBe('uninitialized');
  });

  it('rejects with its error', async () => {
    const reading = readOnce(store.dispatch(listLabels.initiate()));
    await asked(1);
    answer({ status: 503, body: { code: 'gateway.unavailable', title: '応答できません' } });
    await expect(reading).rejects.toMatchObject({ status: 503, code: 'gateway.unavailable' });
  });
});
