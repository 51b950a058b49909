import type {
  CreatePostInput,
  MemberRef,
  Post,
  Session,
  StaffRef,
  UpdatePostInput,
} from '@engawa/contracts';
import { readOnce } from '../../../shared/api/read-once';
import { currentOf } from '../../../shared/edit/current-of';
import { problemFrom } from '../../../shared/problem/api-problem';
import { putWaiting } from '../drafts/send-queue';
import { type FeedPost, forget, putPost, replacePending } from '../feed/feed-window';
import { timelineApi } from '../timeline.api';
import { changedTask, pendingBase, sendChange, shownFirst } from './shown-change';
import {
  type ApiThunk,
  cachedPost,
  changeFeeds,
  changePost,
  dropPost,
  storePost,
} from './thread-cache';

const { endpoints } = timelineApi;

/** Contents of a post before the server has answered. */
export interface ShownPost {
  members: MemberRef[];
  /** Absent in posts that an earlier version kept for sending. */
  mentions?: StaffRef[];
  attachments: Post['attachments'];
}

/** A post before the server has answered. */
export function pendingPost(
  session: Session,
  input: CreatePostInput,
  shown: ShownPost,
  key: string,
  at = new Date().toISOString(),
): FeedPost {
  const id = `pending-${key}`;
  return {
    ...pendingBase(session, id, at),
    memo: input.memo,
    members: shown.members,
    mentions: shown.mentions ?? [],
    labelIds: input.labelIds,
    task: input.task ? changedTask(null, input.task) : null,
    attachments: shown.attachments,
    talkedAt: input.talkedAt ?? at,
    commentCount: 0,
    lastCommenters: [],
    mustRead: input.mustRead,
    confirmations: [],
    issue: null,
    introduction: null,
    key: id,
  };
}

/**
 * Creates a post optimistically; removed if it is rejected. Offline it waits in the send queue, and
 * null is returned. Otherwise throws the problem.
 */
export function writePost(
  session: Session,
  input: CreatePostInput,
  shown: ShownPost,
  key: string,
): ApiThunk<Promise<Post | null>> {
  return async (dispatch) => {
    const pending = pendingPost(session, input, shown, key);
    const { id, createdAt: at } = pending;
    dispatch(changeFeeds((changes, feeds) => putPost(feeds, changes, pending)));
    try {
      const post = await dispatch(endpoints.createPost.initiate({ input, key })).unwrap();
      dispatch(changeFeeds((changes, feeds) => replacePending(feeds, changes, id, post)));
      return post;
    } catch (error) {
      const staffId = session.staff.id;
      const kept =
        problemFrom(error).code === 'network' &&
        putWaiting({ kind: 'post', key, staffId, at, input, shown });
      if (kept) {
        dispatch(
          changeFeeds((changes, feeds) => putPost(feeds, changes, { ...pending, waiting: true })),
        );
        return null;
      }
      dispatch(changeFeeds((changes) => forget(changes, new Set([id]))));
      throw error;
    }
  };
}

/**
 * Changes a post; `shown` is its optimistic state. With `ifMatch` the change is rejected by any
 * edit since that version, otherwise by edits of the same fields since what is shown.
 */
export function editPost(
  id: string,
  change: UpdatePostInput,
  shown: Partial<ShownPost> = {},
  ifMatch?: number,
): ApiThunk<Promise<Post>> {
  return async (dispatch, getState) => {
    const seen =
      cachedPost(getState(), id) ?? (await readOnce(dispatch(endpoints.getPost.initiate(id))));
    const undo = dispatch(
      changePost(id, (post) => {
        if (change.memo !== undefined && change.memo !== post.memo) {
          post.memo = change.memo;
          post.editedAt = new Date().toISOString();
        }
        if (change.labelIds) post.labelIds = change.labelIds;
        if (change.talkedAt) post.talkedAt = change.talkedAt;
        if (change.task !== undefined) post.task = changedTask(post.task, change.task);
        if (change.mustRead !== undefined) post.mustRead = change.mustRead;
        if (change.introduction && post.introduction) {
          const { about, outcome, outcomeNote } = change.introduction;
          Object.assign(post.introduction, { about, outcome, outcomeNote });
        }
        if (shown.members) post.members = shown.members;
        if (shown.mentions) post.mentions = shown.mentions;
        if (shown.attachments) post.attachments = shown.attachments;
      }),
    );
    const send = (version: number) =>
      dispatch(endpoints.updatePost.initiate({ id, change, ifMatch: version })).unwrap();
    try {
      const post = await shownFirst(undo, () =>
        ifMatch === undefined ? sendChange<Post>(seen, change, send) : send(ifMatch),
      );
      dispatch(storePost(post));
      return post;
    } catch (error) {
      const now = currentOf<Post>(error);
      if (now) dispatch(storePost(now));
      throw error;
    }
  };
}

/**
 * Deletes a post optimistically. A post that is gone counts as deleted: somebody else deleted it, or
 * the answer was lost.
 */
export function removePost(id: string): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const undo = dispatch(dropPost(id));
    try {
      await shownFirst(undo, () => dispatch(endpoints.deletePost.initiate(id)).unwrap());
    } catch (error) {
      const { code, status } = problemFrom(error);
      const isGone = () =>
        readOnce(dispatch(endpoints.getPost.initiate(id, { forceRefetch: true }))).then(
          () => false,
          (reason: unknown) => problemFrom(reason).status === 404,
        );
      if (status !== 404 && !(code === 'network' && (await isGone()))) throw error;
      dispatch(dropPost(id));
    }
  };
}

/** Undoes a deletion. */
export function restorePost(id: string): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    dispatch(storePost(await dispatch(endpoints.restorePost.initiate(id)).unwrap()));
  };
}
