import type {
  Comment,
  CreateCommentInput,
  CreatePostInput,
  ListPostsQuery,
  Post,
  Ranking,
  ReactionEntry,
  UpdateCommentInput,
  UpdatePostInput,
} from '@engawa/contracts';
import { apiBaseQuery } from '../../shared/api/base-query';
import { api, LIST } from '../../shared/api/api';
import { isNotFound } from '../../shared/problem/api-problem';
import { type FeedPlace, placePath } from '../../shared/address/post-address';
import type { Page } from '../../shared/directory/directory.api';
import { type Changes, FEED_CAP } from './feed/feed-window';

/** Where a page of a feed begins: at the newest post (null), around a post, or at a cursor. */
type FeedStart = { around: string } | { cursor: string } | null;

/** Posts per page of a feed. */
export const FEED_PAGE = 10;

function startAt(cursor: string | null): FeedStart | undefined {
  return cursor === null ? undefined : { cursor };
}

/** Around a post, or at the newest. */
export function startAround(postId: string | null): FeedStart {
  return postId === null ? null : { around: postId };
}

/** Query parameters of a place. */
export function placeQuery(place: FeedPlace): Partial<ListPostsQuery> {
  const filter = place.filter?.query;
  if (place.kind === 'staff') return { ...filter, ownerId: place.id };
  return place.kind === 'member' ? { ...filter, memberId: place.id } : { ...filter };
}

/** URL of a post or comment. */
function threadUrl(postId: string, commentId?: string | null): string {
  return commentId ? `/posts/${postId}/comments/${commentId}` : `/posts/${postId}`;
}

export interface ReactionChange {
  postId: string;
  commentId?: string | null;
  reactionId: string;
}

export const timelineApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The pages of a feed as they were read; `changedPosts` has what changed since. */
    feed: build.infiniteQuery<Page<Post>, FeedPlace, FeedStart>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (last) => startAt(last.nextCursor),
        getPreviousPageParam: (first) => startAt(first.previousCursor),
        maxPages: FEED_CAP / FEED_PAGE,
        refetchCachedPages: false,
      },
      async queryFn({ queryArg: place, pageParam }, store, options) {
        const ask = (start: FeedStart) =>
          apiBaseQuery(
            { url: '/posts', params: { ...placeQuery(place), ...start } },
            store,
            options,
          );
        const answer = await ask(pageParam);
        // A deleted post must not keep the rest of the feed from showing, and without the network the
        // device has only the newest posts. A feed that is reopened keeps what it shows.
        const isGone = answer.error && isNotFound(answer.error);
        const isOffline = answer.error?.code === 'network' && !store.forced;
        const isAround = pageParam !== null && 'around' in pageParam;
        const { data, error } = isAround && (isGone || isOffline) ? await ask(null) : answer;
        return error ? { error } : { data: data as Page<Post> };
      },
      serializeQueryArgs: ({ queryArgs }) => placePath(queryArgs),
      keepUnusedDataFor: 900,
    }),
    /** Kept by `thread-cache.ts`; never asked for from the server. */
    changedPosts: build.query<Changes, void>({
      queryFn: () => ({ data: {} }),
      keepUnusedDataFor: Infinity,
      structuralSharing: false,
    }),
    getPost: build.query<Post, string>({
      query: (id) => threadUrl(id),
      providesTags: (_result, _error, id) => [{ type: 'Post', id }],
    }),
    createPost: build.mutation<Post, { input: CreatePostInput; key: string }>({
      query: ({ input, key }) => ({
        url: '/posts',
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
    }),
    updatePost: build.mutation<Post, { id: string; change: UpdatePostInput; ifMatch: number }>({
      query: ({ id, change, ifMatch }) => ({
        url: threadUrl(id),
        method: 'PATCH',
        body: change,
        ifMatch,
      }),
    }),
    deletePost: build.mutation<null, string>({
      query: (id) => ({ url: threadUrl(id), method: 'DELETE' }),
    }),
    restorePost: build.mutation<Post, string>({
      query: (id) => ({ url: `${threadUrl(id)}/restore`, method: 'POST' }),
    }),
    listComments: build.query<Comment[], string>({
      async queryFn(postId, store, options) {
        const items: Comment[] = [];
        let cursor: string | null = null;
        // A thread is loaded completely, in pages of a hundred.
        do {
          const answer = await apiBaseQuery(
            { url: `${threadUrl(postId)}/comments`, params: { cursor, limit: 100 } },
            store,
            options,
          );
          if (answer.error) return { error: answer.error };
          const page = answer.data as Page<Comment>;
          items.push(...page.items);
          cursor = page.nextCursor;
        } while (cursor && items.length < 1000);
        return { data: items };
      },
      providesTags: (_result, _error, id) => [{ type: 'Comments', id }],
    }),
    createComment: build.mutation<
      Comment,
      { postId: string; input: CreateCommentInput; key: string }
    >({
      query: ({ postId, input, key }) => ({
        url: `${threadUrl(postId)}/comments`,
        method: 'POST',
        body: input,
        idempotencyKey: key,
      }),
    }),
    updateComment: build.mutation<
      Comment,
      { postId: string; id: string; change: UpdateCommentInput; ifMatch: number }
    >({
      query: ({ postId, id, change, ifMatch }) => ({
        url: threadUrl(postId, id),
        method: 'PATCH',
        body: change,
        ifMatch,
      }),
    }),
    deleteComment: build.mutation<null, { postId: string; id: string }>({
      query: ({ postId, id }) => ({ url: threadUrl(postId, id), method: 'DELETE' }),
    }),
    restoreComment: build.mutation<Comment, { postId: string; id: string }>({
      query: ({ postId, id }) => ({ url: `${threadUrl(postId, id)}/restore`, method: 'POST' }),
    }),
    toggleReaction: build.mutation<
      { reacted: boolean; reactions: ReactionEntry[]; version: number },
      ReactionChange
    >({
      query: ({ postId, commentId, reactionId }) => ({
        url: `${threadUrl(postId, commentId)}/reactions`,
        method: 'POST',
        body: { reactionId },
      }),
    }),
    getRanking: build.query<Ranking, void>({
      query: () => '/ranking',
      providesTags: [{ type: 'Ranking', id: LIST }],
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useFeedInfiniteQuery, useGetPostQuery, useListCommentsQuery, useGetRankingQuery } =
  timelineApi;
