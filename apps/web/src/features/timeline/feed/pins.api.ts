import type { Post } from '@engawa/contracts';
import { api, LIST } from '../../../shared/api/api';

/** Most posts pinned in a space. */
export const PINS = 5;

/** Posts that stay in sight beside the timeline (TML-1). */
export const pinsApi = api.injectEndpoints({
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
