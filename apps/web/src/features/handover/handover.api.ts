import type { Handover, Post } from '@engawa/contracts';
import { api } from '../../shared/api/api';

/** What happened since the staff was last here (INS-4). */
export const handoverApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHandover: build.query<Handover, { since?: string }>({
      query: (params) => ({ url: '/notifications/handover', params }),
      providesTags: [{ type: 'Handover' }],
      // It is read again with each visit.
      keepUnusedDataFor: 0,
    }),
    markHandoverSeen: build.mutation<null, string>({
      query: (until) => ({ url: '/notifications/handover/seen', method: 'POST', body: { until } }),
    }),
    confirmMustRead: build.mutation<Post, string>({
      query: (postId) => ({ url: `/posts/${postId}/confirmations`, method: 'POST' }),
      invalidatesTags: (_, __, postId) => [{ type: 'Post', id: postId }],
      // What is confirmed goes at once, and comes back where that is refused.
      async onQueryStarted(postId, { dispatch, getState, queryFulfilled }) {
        const undo = handoverApi.util
          .selectCachedArgsForQuery(getState() as never, 'getHandover')
          .map((args) =>
            dispatch(
              handoverApi.util.updateQueryData('getHandover', args, (draft) => {
                for (const section of draft.sections) {
                  if (section.kind !== 'mustRead') continue;
                  const rest = section.items.filter((item) => item.postId !== postId);
                  section.count -= section.items.length - rest.length;
                  section.items = rest;
                }
              }),
            ),
          );
        await queryFulfilled.catch(() => undo.forEach((patch) => patch.undo()));
      },
    }),
  }),
});

export const { useGetHandoverQuery, useMarkHandoverSeenMutation, useConfirmMustReadMutation } =
  handoverApi;
