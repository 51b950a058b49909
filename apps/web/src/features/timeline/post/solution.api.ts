import type { LinkSolutionInput, Post } from '@engawa/contracts';
import { api } from '../../../shared/api/api';
import { storePost } from '../thread/thread-cache';

/** From an issue to its solution (TML-11). */
const solutionApi = api.injectEndpoints({
  endpoints: (build) => ({
    linkSolution: build.mutation<Post, { postId: string; solution: LinkSolutionInput }>({
      query: ({ postId, solution }) => ({
        url: `/posts/${postId}/solution`,
        method: 'PUT',
        body: solution,
      }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(storePost(done.data));
      },
    }),
    reopenIssue: build.mutation<Post, string>({
      query: (postId) => ({ url: `/posts/${postId}/solution`, method: 'DELETE' }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(storePost(done.data));
      },
    }),
  }),
});

export const { useLinkSolutionMutation, useReopenIssueMutation } = solutionApi;
