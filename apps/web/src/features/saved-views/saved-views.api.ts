import type {
  CreateSavedViewInput,
  SavedView,
  UpdateSavedViewInput,
  ViewPage,
} from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import { shownUntil } from '../../shared/api/shown-changes';

const views = [{ type: 'SavedView', id: LIST }] as const;
/** Criteria that are left out are those of a view without any. */
type SavedViewInput = Pick<CreateSavedViewInput, 'displayName' | 'shared'> &
  Partial<Pick<CreateSavedViewInput, 'criteria' | 'memberCriteria'>>;
type List = { items: SavedView[] };

/** Views of a page that the reader or the space saved (TML-14). */
const savedViewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSavedViews: build.query<SavedView[], ViewPage>({
      query: (page) => `/saved-views?page=${page}`,
      transformResponse: (answer: List) => answer.items,
      providesTags: [...views],
    }),
    createSavedView: build.mutation<SavedView, { key: string; input: SavedViewInput }>({
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
    orderSavedViews: build.mutation<List, { page: ViewPage; ids: string[] }>({
      query: (body) => ({ url: '/saved-views/order', method: 'PUT', body }),
      invalidatesTags: [...views],
      async onQueryStarted({ page, ids }, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          savedViewsApi.util.updateQueryData('listSavedViews', page, (draft) => {
            draft.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
          }),
        );
        shownUntil(queryFulfilled, savedViewsApi.endpoints.listSavedViews);
        await queryFulfilled.catch(patch.undo);
      },
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
