import type { Task, UpdateTaskInput } from '@engawa/contracts';
import { LIST } from '../../shared/api/api';
import { runInSequence } from '../../shared/api/run-in-sequence';
import { shownUntil } from '../../shared/api/shown-changes';
import { currentOf } from '../../shared/edit/current-of';
import { tasksApi } from './tasks.api';
import { belongs, changed, isRace } from './tasks.rules';
import type { Page } from '../../shared/directory/directory.api';
import { type Place, putBack, takeOut } from '../../shared/list/put-back';

/** Attempts of a change that conflicts with changes of other fields. */
const ATTEMPTS = 5;

export const taskChangesApi = tasksApi.injectEndpoints({
  endpoints: (build) => ({
    /** Exactly these tasks, whatever their status. */
    listTasksByIds: build.query<Task[], string>({
      query: (ids) => ({ url: '/tasks', params: { ids, limit: 100 } }),
      transformResponse: (answer: Page<Task>) => answer.items,
      providesTags: [{ type: 'Task', id: LIST }],
    }),
    /**
     * Rejected with 412 if somebody changed the same field before; other changes do not conflict.
     */
    updateTask: build.mutation<Task, { task: Task; change: UpdateTaskInput }>({
      queryFn: ({ task, change }, _api, _options, ask) =>
        runInSequence(task.id, async () => {
          let seen = task;
          for (let attempt = 1; ; attempt += 1) {
            const answer = await ask({
              url: `/tasks/${task.id}`,
              method: 'PATCH',
              body: change,
              ifMatch: seen.version,
            });
            if (!answer.error) return { data: answer.data as Task };
            const now = currentOf<Task>(answer.error);
            if (!now || isRace(seen, now, change) || attempt === ATTEMPTS) {
              return { error: answer.error };
            }
            seen = now;
          }
        }),
      invalidatesTags: (_, __, { task }) => [
        { type: 'Task', id: task.id },
        { type: 'Task', id: LIST },
        { type: 'TaskCount', id: LIST },
      ],
      // Optimistic update, reverted by a rejection (WEB-3).
      async onQueryStarted({ task, change }, { dispatch, getState, queryFulfilled }) {
        const next = changed(task, change);
        const { listTasks, getTask } = tasksApi.endpoints;
        const { listTasksByIds } = taskChangesApi.endpoints;
        shownUntil(queryFulfilled, listTasks, getTask, listTasksByIds);
        const { selectCachedArgsForQuery, updateQueryData } = tasksApi.util;
        const isIt = ({ id }: Task) => id === task.id;
        const undo: { undo: () => void }[] = [];
        for (const list of selectCachedArgsForQuery(getState(), 'listTasks')) {
          let places: (Place<Task> & { page: number })[] = [];
          const patch = updateQueryData('listTasks', list, ({ pages }) => {
            const stays = belongs(next, list);
            places = pages.flatMap(({ items }, page) =>
              takeOut(items, 'id', isIt).map((place) => ({ ...place, page })),
            );
            const [place] = places;
            // Only a new status changes the position of a card.
            if (stays && place && !change.status) {
              putBack(pages[place.page]!.items, 'id', { ...place, item: next });
            } else if (stays) pages[0]?.items.unshift(next);
          });
          // Other tasks may have left and entered the list meanwhile.
          const restore = updateQueryData('listTasks', list, ({ pages }) => {
            for (const { items } of pages) takeOut(items, 'id', isIt);
            for (const { page, ...place } of places) {
              const items = pages[page]?.items;
              if (items) putBack(items, 'id', place);
            }
          });
          dispatch(patch);
          undo.push({ undo: () => dispatch(restore) });
        }
        for (const ids of taskChangesApi.util.selectCachedArgsForQuery(
          getState(),
          'listTasksByIds',
        )) {
          const patch = taskChangesApi.util.updateQueryData('listTasksByIds', ids, (draft) => {
            const at = draft.findIndex(isIt);
            if (at >= 0) draft[at] = next;
          });
          undo.push(dispatch(patch));
        }
        undo.push(
          dispatch(
            tasksApi.util.updateQueryData('getTask', task.id, (draft) =>
              Object.assign(draft, next),
            ),
          ),
        );
        await queryFulfilled.catch(() => undo.forEach((patch) => patch.undo()));
      },
    }),
    deleteTask: build.mutation<null, Task>({
      query: (task) => ({ url: `/tasks/${task.id}`, method: 'DELETE' }),
      invalidatesTags: [
        { type: 'Task', id: LIST },
        { type: 'TaskCount', id: LIST },
      ],
    }),
  }),
});

export const { useUpdateTaskMutation, useDeleteTaskMutation, useListTasksByIdsQuery } =
  taskChangesApi;
