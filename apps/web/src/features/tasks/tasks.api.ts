import type { Task, TaskStatus, UpdateTaskInput } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';

/** One column or list of tasks: a status, for everyone, one staff, or nobody (`none`). */
export interface TaskList {
  status: TaskStatus;
  assignUserId?: string;
}

export interface TaskCounts {
  counts: Record<TaskStatus, number>;
  byStaff: { assignUserId: string | null; counts: Record<TaskStatus, number> }[];
}

const PAGE = 20;

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: build.infiniteQuery<Page<Task>, TaskList, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/tasks',
        params: { ...queryArg, cursor: pageParam, limit: PAGE },
      }),
      providesTags: [{ type: 'Task', id: LIST }],
    }),
    getTask: build.query<Task, string>({
      query: (id) => `/tasks/${id}`,
      providesTags: (_, __, id) => [{ type: 'Task', id }],
    }),
    countTasks: build.query<TaskCounts, { assignUserId?: string }>({
      query: (params) => ({ url: '/tasks/counts', params }),
      providesTags: [{ type: 'TaskCount', id: LIST }],
    }),
    updateTask: build.mutation<Task, { task: Task; change: UpdateTaskInput }>({
      query: ({ task, change }) => ({ url: `/tasks/${task.id}`, method: 'PATCH', body: change }),
      invalidatesTags: (_, __, { task }) => [
        { type: 'Task', id: task.id },
        { type: 'Task', id: LIST },
        { type: 'TaskCount', id: LIST },
      ],
      // What is done shows at once, and is taken back when it is refused (WEB-3).
      async onQueryStarted({ task, change }, { dispatch, getState, queryFulfilled }) {
        const next = changed(task, change);
        const undo = tasksApi.util
          .selectCachedArgsForQuery(getState() as never, 'listTasks')
          .map((list) =>
            dispatch(
              tasksApi.util.updateQueryData('listTasks', list, (draft) => {
                for (const page of draft.pages) {
                  page.items = page.items.filter((item) => item.id !== task.id);
                }
                if (belongs(next, list)) draft.pages[0]?.items.unshift(next);
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

/** The task as it will be once the server has taken the change. */
export function changed(task: Task, change: UpdateTaskInput): Task {
  const status = change.status ?? task.task.status;
  const assignUserId =
    change.assignUserId === undefined ? task.task.assignUserId : change.assignUserId;
  return {
    ...task,
    labelIds: change.labelIds ?? task.labelIds,
    task: {
      ...task.task,
      status,
      assignUserId,
      statusUpdatedAt:
        status === task.task.status ? task.task.statusUpdatedAt : new Date().toISOString(),
    },
  };
}

/** Whether a task stands in a list. */
export function belongs(task: Task, list: TaskList): boolean {
  if (task.task.status !== list.status) return false;
  if (list.assignUserId === undefined) return true;
  return task.task.assignUserId === (list.assignUserId === 'none' ? null : list.assignUserId);
}

export const {
  useListTasksInfiniteQuery,
  useGetTaskQuery,
  useCountTasksQuery,
  useUpdateTaskMutation,
  useDeleteTaskMutation,
} = tasksApi;
