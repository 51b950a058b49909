import type { Comment, Post } from '@engawa/contracts';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { problemFrom } from '../../../shared/problem/api-problem';
import { timelineApi } from '../timeline.api';
import {
  type Changes,
  dropPosts,
  type FeedPost,
  findPost,
  type HeldFeed,
  putPost,
} from '../feed/feed-window';

/** A comment in a thread. */
export interface ThreadComment extends Comment {
  /** Not acknowledged by the server yet. */
  pending?: boolean;
  /** Waiting for the connection. */
  waiting?: boolean;
}

/** The server data part of the state. */
// RTK Query's own state type depends on every endpoint of the app; its selectors accept this.
export type ApiState = Parameters<typeof timelineApi.util.selectCachedArgsForQuery>[0];
export type ApiThunk<Result = void> = ThunkAction<Result, ApiState, unknown, UnknownAction>;
export type ApiDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>;

/** Reverts an optimistic update. */
export type Undo = () => void;

/** All held feeds. */
export function heldFeeds(state: ApiState): HeldFeed[] {
  return timelineApi.util.selectCachedArgsForQuery(state, 'feed').flatMap((place) => {
    const pages = timelineApi.endpoints.feed.select(place)(state).data?.pages;
    return pages ? [{ place, pages }] : [];
  });
}

const NO_CHANGES: Changes = {};

/** What changed since the pages of the feeds were read. */
export function changesOf(state: ApiState): Changes {
  return timelineApi.endpoints.changedPosts.select()(state).data ?? NO_CHANGES;
}

/** A post as the feeds show it. */
function feedPost(state: ApiState, postId: string): FeedPost | undefined {
  return findPost(heldFeeds(state), changesOf(state), postId);
}

/** A post as its thread has read it. A read that fails keeps the data of the one before. */
function threadPost(state: ApiState, postId: string): Post | undefined {
  const { data, error } = timelineApi.endpoints.getPost.select(postId)(state);
  return error && problemFrom(error).status === 404 ? undefined : data;
}

/** A post as it is shown: the later version of what its thread and the feeds have. */
export function cachedPost(state: ApiState, postId: string): FeedPost | undefined {
  const single = threadPost(state, postId);
  const inFeeds = feedPost(state, postId);
  return single && !(inFeeds && inFeeds.version > single.version) ? single : inFeeds;
}

/** A comment of a cached thread. Throws if the thread is not cached: only shown comments are changed. */
export function cachedComment(state: ApiState, postId: string, commentId: string): ThreadComment {
  const thread = timelineApi.endpoints.listComments.select(postId)(state).data;
  const found = thread?.find(({ id }) => id === commentId);
  if (!found) throw new Error(`comment ${commentId} is not shown`);
  return found;
}

/** Changes what the feeds show. */
export function changeFeeds(
  change: (changes: Changes, feeds: readonly HeldFeed[]) => Changes,
): ApiThunk {
  return (dispatch, getState) => {
    const changes = changesOf(getState());
    const value = change(changes, heldFeeds(getState()));
    if (value === changes) return;
    dispatch(
      timelineApi.util.upsertQueryEntries([
        { endpointName: 'changedPosts', arg: undefined, value },
      ]),
    );
  };
}

/**
 * Changes a post everywhere.
 *
 * @returns undoes it, unless a later version of the post came meanwhile
 */
export function changePost(postId: string, recipe: (post: Post) => void): ApiThunk<Undo> {
  return (dispatch, getState) => {
    const { updateQueryData } = timelineApi.util;
    const versionOf = () => timelineApi.endpoints.getPost.select(postId)(getState()).data?.version;
    const readVersion = versionOf();
    const single = dispatch(updateQueryData('getPost', postId, recipe));
    const undoSingle = () => {
      if (versionOf() === readVersion) single.undo();
    };
    const before = feedPost(getState(), postId);
    if (!before) return undoSingle;
    const shown = { ...before, confirmed: before.confirmed ?? before };
    dispatch(changeFeeds((changes) => ({ ...changes, [postId]: shown })));
    const feeds = dispatch(
      updateQueryData('changedPosts', undefined, (changes) => {
        const post = changes[postId];
        if (post) recipe(post);
      }),
    );
    return () => {
      undoSingle();
      if (changesOf(getState())[postId]?.version === before.version) feeds.undo();
    };
  };
}

/** Stores the server's version of a post in its thread, if one has been read. */
export function storeThreadPost(post: Post): ApiThunk {
  return (dispatch, getState) => {
    const { data } = timelineApi.endpoints.getPost.select(post.id)(getState());
    if (!data || post.version < data.version) return;
    // Unlike a change of the data, this also ends the error of a post that was gone.
    dispatch(
      timelineApi.util.upsertQueryEntries([{ endpointName: 'getPost', arg: post.id, value: post }]),
    );
  };
}

/** Stores the server's version of a post everywhere. */
export function storePost(post: Post): ApiThunk {
  return (dispatch) => {
    dispatch(changeFeeds((changes, feeds) => putPost(feeds, changes, post)));
    dispatch(storeThreadPost(post));
  };
}

/** Removes a post from all feeds; returns its undo. */
export function dropPost(postId: string): ApiThunk<Undo> {
  return (dispatch, getState) => {
    const before = feedPost(getState(), postId);
    dispatch(changeFeeds((changes, feeds) => dropPosts(feeds, changes, [postId])));
    return () => {
      if (!before || changesOf(getState())[postId]) return;
      dispatch(changeFeeds((changes) => ({ ...changes, [postId]: before })));
    };
  };
}

/**
 * Changes a comment in its thread.
 *
 * @returns undoes it wherever the comment is by then, unless a later version of it came meanwhile
 */
export function changeComment(
  postId: string,
  commentId: string,
  recipe: (comment: Comment) => void,
): ApiThunk<Undo> {
  return (dispatch, getState) => {
    const { patchQueryData, updateQueryData } = timelineApi.util;
    const thread = () => timelineApi.endpoints.listComments.select(postId)(getState()).data ?? [];
    const before = thread().find(({ id }) => id === commentId);
    const { inversePatches } = dispatch(
      updateQueryData('listComments', postId, (comments) => {
        const comment = comments.find((held) => held.id === commentId);
        if (comment) recipe(comment);
      }),
    );
    return () => {
      const at = thread().findIndex(
        ({ id, version }) => id === commentId && version === before?.version,
      );
      if (at < 0) return;
      const patches = inversePatches.map((patch) => ({
        ...patch,
        path: [at, ...patch.path.slice(1)],
      }));
      dispatch(patchQueryData('listComments', postId, patches));
    };
  };
}

/** Changes a thread's comments. */
export function changeThread(
  postId: string,
  recipe: (comments: ThreadComment[]) => ThreadComment[] | void,
): ApiThunk {
  return (dispatch) => {
    dispatch(timelineApi.util.updateQueryData('listComments', postId, recipe));
  };
}
