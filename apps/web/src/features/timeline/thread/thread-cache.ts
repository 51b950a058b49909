import type { Comment, Post } from '@engawa/contracts';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { timelineApi } from '../timeline.api';
import { type FeedPost, type FeedWindow, putPost, removePosts } from '../feed/feed-window';

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
export function openFeeds(state: ApiState) {
  return timelineApi.util
    .selectCachedArgsForQuery(state, 'feed')
    .map((args) => ({
      args,
      window: timelineApi.endpoints.feed.select(args)(state).data as FeedWindow | undefined,
    }))
    .filter((feed): feed is typeof feed & { window: FeedWindow } => feed.window !== undefined);
}

/** A post from any held feed. */
export function cachedPost(state: ApiState, postId: string): FeedPost | undefined {
  const single = timelineApi.endpoints.getPost.select(postId)(state).data;
  if (single) return single;
  for (const { window } of openFeeds(state)) {
    const found = window.items.find((post) => post.id === postId);
    if (found) return found;
  }
  return undefined;
}

/** A comment of a cached thread. Throws if the thread is not cached: only shown comments are changed. */
export function cachedComment(state: ApiState, postId: string, commentId: string): ThreadComment {
  const thread = timelineApi.endpoints.listComments.select(postId)(state).data;
  const found = thread?.find(({ id }) => id === commentId);
  if (!found) throw new Error(`comment ${commentId} is not shown`);
  return found;
}

/** Changes every held feed; returns its undo. */
export function changeFeeds(
  change: (window: FeedWindow, args: { place: Parameters<typeof putPost>[1] }) => FeedWindow,
): ApiThunk<Undo> {
  return (dispatch, getState) => {
    const undos = openFeeds(getState()).map(({ args, window }) => {
      const next = change(window, args);
      if (next === window) return () => undefined;
      return dispatch(timelineApi.util.updateQueryData('feed', args, () => next)).undo;
    });
    return () => undos.forEach((undo) => undo());
  };
}

/** Changes a post everywhere; returns its undo. */
export function changePost(postId: string, recipe: (post: Post) => void): ApiThunk<Undo> {
  return (dispatch, getState) => {
    const undos: Undo[] = [];
    for (const { args } of openFeeds(getState())) {
      undos.push(
        dispatch(
          timelineApi.util.updateQueryData('feed', args, (window) => {
            const post = window.items.find((held) => held.id === postId);
            if (post) recipe(post);
          }),
        ).undo,
      );
    }
    undos.push(dispatch(timelineApi.util.updateQueryData('getPost', postId, recipe)).undo);
    return () => undos.forEach((undo) => undo());
  };
}

/** Stores the server's version of a post everywhere. */
export function storePost(post: Post): ApiThunk {
  return (dispatch, getState) => {
    dispatch(changeFeeds((window, { place }) => putPost(window, place, post)));
    if (timelineApi.endpoints.getPost.select(post.id)(getState()).data) {
      dispatch(
        timelineApi.util.updateQueryData('getPost', post.id, (held) =>
          post.version < held.version ? held : post,
        ),
      );
    }
  };
}

/** Removes a post from all feeds; returns its undo. */
export function dropPost(postId: string): ApiThunk<Undo> {
  return (dispatch) => dispatch(changeFeeds((window) => removePosts(window, new Set([postId]))));
}

/** Changes a comment in its thread; returns its undo. */
export function changeComment(
  postId: string,
  commentId: string,
  recipe: (comment: Comment) => void,
): ApiThunk<Undo> {
  return (dispatch) =>
    dispatch(
      timelineApi.util.updateQueryData('listComments', postId, (comments) => {
        const comment = comments.find((held) => held.id === commentId);
        if (comment) recipe(comment);
      }),
    ).undo;
}

/** Changes a thread's comments; returns its undo. */
export function changeThread(
  postId: string,
  recipe: (comments: ThreadComment[]) => ThreadComment[] | void,
): ApiThunk<Undo> {
  return (dispatch) =>
    dispatch(timelineApi.util.updateQueryData('listComments', postId, recipe)).undo;
}
