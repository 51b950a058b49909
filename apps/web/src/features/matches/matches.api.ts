import type { CreatePostInput, ListMatchesAnswer, Post } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';

const changedByPost = [
  { type: 'Post', id: LIST },
  { type: 'Task', id: LIST },
  { type: 'TaskCount', id: LIST },
] as const;

/** What a post of an introduction needs; the rest has defaults. */
type IntroductionPost = Pick<CreatePostInput, 'memo' | 'memberIds' | 'task' | 'introduction'>;

const matchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMatches: build.query<ListMatchesAnswer, void>({
      query: () => '/insights/matches',
      providesTags: [
        { type: 'Member', id: 'matches' },
        { type: 'Member', id: LIST },
      ],
      keepUnusedDataFor: 10,
    }),
    /** Records an introduction as a post with its follow-up task. */
    introduceMembers: build.mutation<Post, { post: IntroductionPost; key: string }>({
      query: ({ post, key }) => ({
        url: '/posts',
        method: 'POST',
        body: post,
        idempotencyKey: key,
      }),
      invalidatesTags: [...changedByPost],
    }),
    undoIntroduction: build.mutation<null, string>({
      query: (postId) => ({ url: `/posts/${postId}`, method: 'DELETE' }),
      invalidatesTags: [...changedByPost],
    }),
  }),
});

export const { useListMatchesQuery, useIntroduceMembersMutation, useUndoIntroductionMutation } =
  matchesApi;
