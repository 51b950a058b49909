import type { Handover, Notification, Post } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import { apiBaseQuery } from '../../shared/api/base-query';
import type { Page } from '../../shared/directory/directory.api';

/** Most posts that one read by ids may ask for. */
const READ_SIZE = 50;

/** What happened since the staff member was last here (INS-4). */
export const handoverApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHandover: build.query<Handover, { since?: string }>({
      query: (params) => ({ url: '/notifications/handover', params }),
      providesTags: [{ type: 'Handover' }],
      // It is read again with each visit.
      keepUnusedDataFor: 0,
    }),
    /** The posts that a handover tells of, for their members. */
    listHandoverPosts: build.query<Post[], string[]>({
      async queryFn(ids, store, options) {
        const posts: Post[] = [];
        for (let start = 0; start < ids.length; start += READ_SIZE) {
          const params = { ids: ids.slice(start, start + READ_SIZE).join(','), limit: READ_SIZE };
          const answer = await apiBaseQuery({ url: '/posts', params }, store, options);
          if (answer.error) return { error: answer.error };
          posts.push(...(answer.data as Page<Post>).items);
        }
        return { data: posts };
      },
      keepUnusedDataFor: 0,
    }),
    markHandoverSeen: build.mutation<null, string>({
      query: (until) => ({ url: '/notifications/handover/seen', method: 'POST', body: { until } }),
    }),
    /** The newest must-read posts; the reader may have confirmed some of them. */
    listMustReads: build.query<Post[], void>({
      query: () => ({ url: '/posts', params: { mustRead: true, limit: READ_SIZE } }),
      transformResponse: (answer: Page<Post>) => answer.items,
      providesTags: [{ type: 'Post', id: LIST }],
    }),
    /** Mentions that the reader has not read, the newest first. */
    listMentions: build.query<Notification[], void>({
      query: () => ({ url: '/notifications', params: { unread: true, limit: READ_SIZE } }),
      transformResponse: (answer: Page<Notification>) =>
        answer.items.filter(({ kind }) => kind === 'mention'),
      providesTags: [{ type: 'Notification', id: LIST }],
    }),
    confirmMustRead: build.mutation<Post, string>({
      query: (postId) => ({ url: `/posts/${postId}/confirmations`, method: 'POST' }),
      invalidatesTags: (_, __, postId) => [{ type: 'Post', id: postId }],
      // What is confirmed goes at once, and comes back where that is refused.
      async onQueryStarted(postId, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          handoverApi.util.updateQueryData('listMustReads', undefined, (posts) =>
            posts.filter(({ id }) => id !== postId),
          ),
        );
        await queryFulfilled.catch(() => patch.undo());
      },
    }),
  }),
});

export const {
  useGetHandoverQuery,
  useListHandoverPostsQuery,
  useListMentionsQuery,
  useListMustReadsQuery,
  useMarkHandoverSeenMutation,
  useConfirmMustReadMutation,
} = handoverApi;
