import type { Draft, SaveDraftInput } from '@engawa/contracts';
import { api, LIST } from '../../../shared/api/api';
import { shownUntil } from '../../../shared/api/shown-changes';

/** Drafts of the signed-in staff member (TML-7). */
export const draftsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDrafts: build.query<Draft[], void>({
      query: () => '/drafts',
      transformResponse: (answer: { items: Draft[] }) => answer.items,
      providesTags: [{ type: 'Draft', id: LIST }],
    }),
    countDrafts: build.query<number, void>({
      query: () => '/drafts/count',
      transformResponse: (answer: { count: number }) => answer.count,
      providesTags: [{ type: 'Draft', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    getDraft: build.query<Draft, string>({
      query: (id) => `/drafts/${id}`,
      keepUnusedDataFor: 0,
    }),
    saveDraft: build.mutation<Draft, { id: string; input: SaveDraftInput }>({
      query: ({ id, input }) => ({ url: `/drafts/${id}`, method: 'PUT', body: input }),
      invalidatesTags: (_result, error) => (error ? [] : [{ type: 'Draft', id: LIST }]),
    }),
    deleteDraft: build.mutation<null, string>({
      query: (id) => ({ url: `/drafts/${id}`, method: 'DELETE' }),
      async onQueryStarted(id, { dispatch, queryFulfilled }) {
        shownUntil(queryFulfilled, draftsApi.endpoints.listDrafts);
        const undo = dispatch(
          draftsApi.util.updateQueryData('listDrafts', undefined, (drafts) =>
            drafts.filter((draft) => draft.id !== id),
          ),
        );
        await queryFulfilled.catch(() => undo.undo());
      },
      invalidatesTags: [{ type: 'Draft', id: LIST }],
    }),
  }),
});

export const {
  useListDraftsQuery,
  useCountDraftsQuery,
  useLazyGetDraftQuery,
  useDeleteDraftMutation,
} = draftsApi;
