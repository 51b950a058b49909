import type { Follow, FollowChoice, FollowTarget } from '@engawa/contracts';
import { api, LIST } from '../api/api';

interface Wanted {
  target: FollowTarget;
  targetId: string;
  /** Null unfollows or unmutes. */
  choice: FollowChoice | null;
}

/** What the reader follows and muted (NTF-1). */
const followsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFollows: build.query<Follow[], void>({
      query: () => '/notifications/follows',
      transformResponse: (answer: { items: Follow[] }) => answer.items,
      providesTags: [{ type: 'Follow', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
    setFollow: build.mutation<unknown, Wanted>({
      query: ({ target, targetId, choice }) => ({
        url: `/notifications/follows/${target}s/${targetId}`,
        method: choice === null ? 'DELETE' : 'PUT',
        ...(choice !== null && target === 'post' ? { body: { choice } } : {}),
      }),
      invalidatesTags: [{ type: 'Follow', id: LIST }],
    }),
  }),
});

export const { useListFollowsQuery, useLazyListFollowsQuery, useSetFollowMutation } = followsApi;
