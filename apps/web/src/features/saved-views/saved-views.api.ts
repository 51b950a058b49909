import type { CreateSavedViewInput, SavedView, UpdateSavedViewInput } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';

const views = [{ type: 'SavedView', id: LIST }] as const;
type List = { items: SavedView[] };

/** Views of the timeline that the reader or the space saved (TML-14). */
const savedViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSavedViews: build.query<SavedView[], void>({
      query: () => '/saved-views',
      transformResponse: (answer: List) => answer.items,
      providesTags: [...views],
    }),
    createSavedView: build.mutation<SavedView, { key: string; input: CreateSavedViewInput }>({
      query: ({ key, input }) => ({
        url: '/saved-views',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
      invalidatesTags: [...views],
    }),
    updateSavedView: build.mutation<SavedView, { view: SavedView; change: UpdateSavedViewInput }>({
      query: ({ view, change }) => ({
        url: `/saved-views/${view.id}`,
        method: 'PATCH',
        body: change,
        ifMatch: view.version,
      }),
      invalidatesTags: [...views],
    }),
    orderSavedViews: build.mutation<List, string[]>({
      query: (ids) => ({ url: '/saved-views/order', method: 'PUT', body: { ids } }),
      invalidatesTags: [...views],
    }),
    deleteSavedView: build.mutation<null, SavedView>({
      query: ({ id }) => ({ url: `/saved-views/${id}`, method: 'DELETE' }),
      invalidatesTags: [...views],
    }),
  }),
});

export const {
  useListSavedViewsQuery,
  useCreateSavedViewMutation,
  useUpdateSavedViewMutation,
  useOrderSavedViewsMutation,
  useDeleteSavedViewMutation,
} = savedViewsApi;
