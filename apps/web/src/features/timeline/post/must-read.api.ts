import type { Post } from '@engawa/contracts';
import { api } from '../../../shared/api/api';
import { storePost } from '../thread/thread-cache';

/** Must-read posts and who confirmed them (TML-1). */
const mustReadApi = api.injectEndpoints({
  endpoints: (build) => ({
    confirmPost: build.mutation<Post, string>({
      query: (id) => ({ url: `/posts/${id}/confirmations`, method: 'POST' }),
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(storePost(done.data));
      },
    }),
    /** Notifies again who has not confirmed; the post shows nothing of it. */
    remindConfirmations: build.mutation<Post, string>({
      query: (id) => ({ url: `/posts/${id}/confirmations/reminders`, method: 'POST' }),
    }),
  }),
});

export const { useConfirmPostMutation, useRemindConfirmationsMutation } = mustReadApi;
