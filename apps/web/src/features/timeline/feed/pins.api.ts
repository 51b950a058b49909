import type { Post } from '@engawa/contracts';
import { api, LIST } from '../../../shared/api/api';

/** Posts that stay in sight beside the timeline (TML-1). */
const pinsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPins: build.query<Post[], void>({
      query: () => '/posts/pins',
      transformResponse: (answer: { items: Post[] }) => answer.items,
      providesTags: [{ type: 'Pin', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    setPin: build.mutation<Post[], { postId: string; pinned: boolean }>({
      query: ({ postId, pinned }) => ({
        url: `/posts/${postId}/pin`,
        method: pinned ? 'PUT' : 'DELETE',
      }),
      transformResponse: (answer: { items: Post[] }) => answer.items,
      async onQueryStarted(_change, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (done) {
          dispatch(pinsApi.util.updateQueryData('listPins', undefined, () => done.data));
        }
      },
    }),
  }),
});

export const { useListPinsQuery, useSetPinMutation } = pinsApi;
