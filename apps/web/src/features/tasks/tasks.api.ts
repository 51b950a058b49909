import type { MemberRef, Post, Task, TaskStatus } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import type { Page } from '../../shared/directory/directory.api';
import type { TaskList } from './tasks.rules';

export interface TaskCounts {
  counts: Record<TaskStatus, number>;
  byStaff: { assignUserId: string | null; counts: Record<TaskStatus, number> }[];
}

/** Tasks per column; sorted by due date on the page. */
const PAGE = 100;
/** Tasks beside the posts of their assignee. */
const FEW = 4;
/** Most posts per read by ids. */
export const POSTS = 50;

/** Reads of tasks; changes are separate, because the timeline needs none of them. */
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
    /** A few open tasks of a staff member, latest change first. */
    listAssignedTasks: build.query<Task[], string>({
      query: (assignUserId) => ({ url: '/tasks', params: { assignUserId, limit: FEW } }),
      transformResponse: (answer: Page<Task>) => answer.items,
      providesTags: [{ type: 'Task', id: LIST }],
    }),
    /** Members of posts, for tasks of comments, which have none themselves. */
    listPostMembers: build.query<Record<string, MemberRef[]>, string>({
      query: (ids) => ({ url: '/posts', params: { ids, limit: POSTS } }),
      transformResponse: ({ items }: Page<Pick<Post, 'id' | 'members'>>) =>
        Object.fromEntries(items.map(({ id, members }) => [id, members])),
      providesTags: [{ type: 'Post', id: LIST }],
    }),
    getTask: build.query<Task, string>({
      query: (id) => `/tasks/${id}`,
      providesTags: (_, __, id) => [{ type: 'Task', id }],
    }),
    countTasks: build.query<TaskCounts, { assignUserId?: string }>({
      query: (params) => ({ url: '/tasks/counts', params }),
      providesTags: [{ type: 'TaskCount', id: LIST }],
    }),
  }),
});

export const {
  useListTasksInfiniteQuery,
  useListAssignedTasksQuery,
  useListPostMembersQuery,
  useGetTaskQuery,
  useCountTasksQuery,
} = tasksApi;
