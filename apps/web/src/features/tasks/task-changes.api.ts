import type { Task, UpdateTaskInput } from '@engawa/contracts';
import { LIST } from '../../shared/api/api';
import { problemFrom } from '../../shared/problem/api-problem';
import { tasksApi } from './tasks.api';
import { belongs, changed, isRace } from './tasks.rules';

/** Attempts of a change that conflicts with changes of other fields. */
const ATTEMPTS = 5;

/** Changes of a task run in sequence, so that a reader does not conflict with themselves. */
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(taskId: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(taskId) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(taskId, mine);
  const clear = () => {
    if (turns.get(taskId) === mine) turns.delete(taskId);
  };
  mine.then(clear, clear);
  return mine;
}

/** The current version after a stale change; null for any other failure. */
export function currentTask(error: unknown): Task | null {
  const { status, current } = problemFrom(error);
  return status === 412 && current ? (current as Task) : null;
}

const taskChangesApi = tasksApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Rejected with 412 if somebody changed the same field before; other changes do not conflict.
     */
    updateTask: build.mutation<Task, { task: Task; change: UpdateTaskInput }>({
      queryFn: ({ task, change }, _api, _options, ask) =>
        inTurn(task.id, async () => {
          let seen = task;
          for (let attempt = 1; ; attempt += 1) {
            const answer = await ask({
              url: `/tasks/${task.id}`,
              method: 'PATCH',
              body: change,
              ifMatch: seen.version,
            });
            if (!answer.error) return { data: answer.data as Task };
            const now = currentTask(answer.error);
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
        const undo = tasksApi.util
          .selectCachedArgsForQuery(getState() as never, 'listTasks')
          .map((list) =>
            dispatch(
              tasksApi.util.updateQueryData('listTasks', list, (draft) => {
                const stays = belongs(next, list);
                let stood = false;
                for (const page of draft.pages) {
                  const at = page.items.findIndex((item) => item.id === task.id);
                  if (at === -1) continue;
                  stood = true;
                  // Only a new status changes the position of a card.
                  if (stays && !change.status) page.items[at] = next;
                  else page.items.splice(at, 1);
                }
                if (stays && (!stood || change.status)) draft.pages[0]?.items.unshift(next);
              }),
            ),
          );
        undo.push(
          dispatch(
            tasksApi.util.updateQueryData('getTask', task.id, (draft) =>
              Object.assign(draft, next),
            ),
          ) as never,
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

export const { useUpdateTaskMutation, useDeleteTaskMutation } = taskChangesApi;
