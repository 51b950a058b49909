import type { Task } from '@engawa/contracts';
import { configureStore } from '@reduxjs/toolkit';
import { waitFor } from '@testing-library/react';
import { serve } from '../../../test/answers';
import { storeAccess } from '../../shared/api/access';
import { api } from '../../shared/api/api';
import { taskChangesApi } from './task-changes.api';
import { tasksApi } from './tasks.api';

const task = {
  ...{
    id: 't1',
    postId: 't1',
    commentId: null,
    memo: '鍵を返す',
    members: [],
    labelIds: [],
    version: 1,
  },
  task: { status: 'waiting', statusUpdatedAt: null, assignUserId: 'me', dueAt: null },
} as unknown as Task;
const list = { assignUserId: 'me', status: 'waiting' } as const;
const later = () => {
  let happen: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (happen = resolve));
  return { promise, happen };
};

describe('a task that leaves its list by a change', () => {
  it('does not come back with a read that began before the change', async () => {
    storeAccess({ accessToken: 'good', expiresAt: new Date(Date.now() + 900_000).toISOString() });
    const store = configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
    });
    const [read, change] = [later(), later()];
    let stored = task;
    let reads = 0;
    serve(async ({ method }) => {
      const items = stored.task.assignUserId === 'me' ? [stored] : [];
      if (method === 'GET') {
        reads += 1;
        if (reads === 2) await read.promise;
        return { body: { items, nextCursor: null } };
      }
      await change.promise;
      stored = { ...task, version: 2, task: { ...task.task, assignUserId: 'other' } };
      return { body: stored };
    });
    const query = tasksApi.endpoints.listTasks;
    const count = () =>
      query
        .select(list)(store.getState() as never)
        .data?.pages.flatMap(({ items }) => items).length;
    await store.dispatch(query.initiate(list) as never);
    expect(count()).toBe(1);
    const refetched = store.dispatch(query.initiate(list, { forceRefetch: true }) as never);
    await waitFor(() => expect(reads).toBe(2));
    const changed = store.dispatch(
      taskChangesApi.endpoints.updateTask.initiate({
        task,
        change: { assignUserId: 'other' },
      }) as never,
    );
    expect(count()).toBe(0);
    read.happen();
    // A read that is not asked again is shown within a few turns.
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      expect(count()).toBe(0);
    }
    change.happen();
    await Promise.all([refetched, changed]);
    expect(reads).toBeGreaterThan(2);
    expect(count()).toBe(0);
  });
});

it('undoes each of several refused changes, in whatever order they are refused', async () => {
  storeAccess({ accessToken: 'good', expiresAt: new Date(Date.now() + 900_000).toISOString() });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(api.middleware),
  });
  const tasks = ['t1', 't2', 't3', 't4'].map((id) => ({ ...task, id }));
  const changes = new Map<string, (reply: 'no network') => void>();
  let reads = 0;
  serve(({ method, url }) => {
    if (method !== 'GET') return new Promise((done) => changes.set(url.slice(-2), done));
    reads += 1;
    return reads > 1 ? 'no network' : { body: { items: tasks, nextCursor: null } };
  });
  const query = tasksApi.endpoints.listTasks;
  const shown = () =>
    query
      .select(list)(store.getState() as never)
      .data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  await store.dispatch(query.initiate(list) as never);
  const { updateTask } = taskChangesApi.endpoints;
  const changed = ['t1', 't2', 't3'].map((id) =>
    store.dispatch(
      updateTask.initiate({ task: { ...task, id }, change: { status: 'done' } }) as never,
    ),
  );
  expect(shown()).toEqual(['t4']);
  await waitFor(() => expect(changes.size).toBe(3));
  for (const id of ['t1', 't3', 't2']) changes.get(id)?.('no network');
  await Promise.all(changed);
  expect(shown()).toEqual(['t1', 't2', 't3', 't4']);
});
