import { configureStore } from '@reduxjs/toolkit';
import type { Today } from '@engawa/contracts';
import { waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { api } from '../../shared/api/api';
import { storeAccess } from '../../shared/api/access';
import { todayChangesApi } from './today-changes.api';

it('shows each task again that could not be finished', async () => {
  storeAccess({ accessToken: 't', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
  const items = ['t1', 't2', 't3'].map((id) => ({ id, dueAt: '2026-11-21T00:00:00Z' }));
  const read = { count: 3, tasks: { count: 3, items } } as unknown as Today;
  const answers: (() => void)[] = [];
  serve(({ method }) =>
    method === 'GET'
      ? { body: read }
      : new Promise((done) => answers.push(() => done('no network' as const))),
  );
  const { changeTodayTask, getToday } = todayChangesApi.endpoints;
  await store.dispatch(getToday.initiate({}) as never);
  const shown = () => getToday.select({})(store.getState() as never).data;
  const finished = read.tasks.items
    .slice(0, 2)
    .map((task) =>
      store.dispatch(changeTodayTask.initiate({ task, change: { status: 'done' } }) as never),
    );
  expect(shown()).toMatchObject({ count: 1, tasks: { count: 1, items: [{ id: 't3' }] } });
  await waitFor(() => expect(answers).toHaveLength(2));
  for (const answer of answers) answer();
  await Promise.all(finished);
  expect(shown()).toEqual(read);
});
