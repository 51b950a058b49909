import type { CreatePostInput, ListMatchesAnswer, Post } from '@engawa/contracts';
import { api, LIST } from '../../shared/api/api';
import { onLive } from '../../shared/live/live';

/** Proposals follow posts, labels and members about this much later. */
const REFRESH_DELAY_MS = 2_500;
const concerns = /^(timeline\.(post|label)|members\.member)\./;
const matches = { type: 'Member', id: 'matches' } as const;
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
      providesTags: [matches],
      keepUnusedDataFor: 10,
      async onCacheEntryAdded(_none, { dispatch, cacheEntryRemoved }) {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const stop = onLive(({ messages }) => {
          if (!messages.some(({ name }) => concerns.test(name))) return;
          timer ??= setTimeout(() => {
            timer = undefined;
            dispatch(api.util.invalidateTags([matches]));
          }, REFRESH_DELAY_MS);
        });
        await cacheEntryRemoved;
        stop();
        clearTimeout(timer);
      },
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
