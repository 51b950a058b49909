import type { TaskFilter } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';

const tags = [{ type: 'TaskFilter', id: LIST }] as const;

/** The filters that the signed-in staff saved (TSK-2). */
const taskFiltersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTaskFilters: build.query<TaskFilter[], void>({
      query: () => '/task-filters',
      transformResponse: (answer: { items: TaskFilter[] }) => answer.items,
      providesTags: [...tags],
    }),
    saveTaskFilter: build.mutation<
      TaskFilter,
      { key: string } & Pick<TaskFilter, 'displayName' | 'criteria'>
    >({
      query: ({ key, ...body }) => ({
        url: '/task-filters',
        method: 'POST',
        body,
        idempotencyKey: key,
      }),
      invalidatesTags: [...tags],
    }),
    changeTaskFilter: build.mutation<
      TaskFilter,
      { filter: TaskFilter; change: Partial<Pick<TaskFilter, 'displayName' | 'criteria'>> }
    >({
      query: ({ filter, change }) => ({
        url: `/task-filters/${filter.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: filter.version,
      }),
      invalidatesTags: [...tags],
    }),
    forgetTaskFilter: build.mutation<null, TaskFilter>({
      query: ({ id }) => ({ url: `/task-filters/${id}`, method: 'DELETE' }),
      invalidatesTags: [...tags],
    }),
  }),
});

export const {
  useListTaskFiltersQuery,
  useSaveTaskFilterMutation,
  useChangeTaskFilterMutation,
  useForgetTaskFilterMutation,
} = taskFiltersApi;
