import type {
  Comment,
  CreateCommentInput,
  Post,
  Session,
  StaffRef,
  UpdateCommentInput,
} from '@engawa/contracts';
import { shownUntil } from '../../../shared/api/shown-changes';
import { problemFrom } from '../../../shared/problem/api-problem';
import { putWaiting } from '../drafts/send-queue';
import { timelineApi } from '../timeline.api';
import { changedTask, meOf, pendingBase, sendChange, shownFirst } from './shown-change';
import {
  type ApiThunk,
  cachedComment,
  changeComment,
  changePost,
  changeThread,
  type ThreadComment,
} from './thread-cache';

const { endpoints } = timelineApi;

function withComment(session: Session, by: 1 | -1) {
  return (post: Post) => {
    post.commentCount = Math.max(0, post.commentCount + by);
    if (by > 0) {
      const others = post.lastCommenters.filter((staff) => staff.id !== session.staff.id);
      post.lastCommenters = [...others, meOf(session)].slice(-2);
    }
  };
}

/** Contents of a comment before the server has answered. */
export interface ShownComment {
  mentions: StaffRef[];
  attachments: Comment['attachments'];
}

/** A comment before the server has answered. */
export function pendingComment(
  session: Session,
  postId: string,
  input: CreateCommentInput,
  shown: ShownComment,
  key: string,
  at = new Date().toISOString(),
): ThreadComment {
  return {
    ...pendingBase(session, `pending-${key}`, at),
    postId,
    memo: input.memo,
    mentions: shown.mentions,
    labelIds: input.labelIds,
    task: input.task ? changedTask(null, input.task) : null,
    attachments: shown.attachments,
  };
}

/** Puts a comment into its thread, or in the place of the one with its id. */
function putComment(postId: string, comment: ThreadComment): ApiThunk<void> {
  return (dispatch) => {
    dispatch(
      changeThread(postId, (comments) => [
        ...comments.filter(({ id }) => id !== comment.id),
        comment,
      ]),
    );
  };
}

/** Replaces a pending comment by the server's. */
export function replacePendingComment(
  postId: string,
  key: string,
  comment: Comment,
): ApiThunk<void> {
  return (dispatch) => {
    dispatch(
      changeThread(postId, (comments) => [
        ...comments.filter(({ id }) => id !== `pending-${key}` && id !== comment.id),
        comment,
      ]),
    );
  };
}

/**
 * Creates a comment optimistically; removed if it is rejected. Offline it waits in the send queue, and
 * null is returned. Otherwise throws the problem.
 */
export function writeComment(
  session: Session,
  postId: string,
  input: CreateCommentInput,
  shown: ShownComment,
  key: string,
): ApiThunk<Promise<Comment | null>> {
  return async (dispatch) => {
    const pending = pendingComment(session, postId, input, shown, key);
    const { id, createdAt: at } = pending;
    dispatch(changeThread(postId, (comments) => void comments.push(pending)));
    const undoCount = dispatch(changePost(postId, withComment(session, 1)));
    const answer = dispatch(endpoints.createComment.initiate({ postId, input, key })).unwrap();
    shownUntil(answer, endpoints.getPost, endpoints.listComments);
    try {
      const comment = await answer;
      dispatch(replacePendingComment(postId, key, comment));
      return comment;
    } catch (error) {
      const staffId = session.staff.id;
      const kept =
        problemFrom(error).code === 'network' &&
        putWaiting({ kind: 'comment', key, staffId, at, postId, input, shown });
      if (kept) {
        dispatch(putComment(postId, { ...pending, waiting: true }));
        return null;
      }
      undoCount();
      dispatch(changeThread(postId, (comments) => comments.filter((held) => held.id !== id)));
      throw error;
    }
  };
}

/** Changes a comment; `ifMatch` as for posts. */
export function editComment(
  postId: string,
  id: string,
  change: UpdateCommentInput,
  shown: Partial<ShownComment> = {},
  ifMatch?: number,
): ApiThunk<Promise<Comment>> {
  return async (dispatch, getState) => {
    const seen = cachedComment(getState(), postId, id);
    const undo = dispatch(
      changeComment(postId, id, (comment) => {
        if (change.memo !== undefined && change.memo !== comment.memo) {
          comment.memo = change.memo;
          comment.editedAt = new Date().toISOString();
        }
        if (change.labelIds) comment.labelIds = change.labelIds;
        if (change.task !== undefined) comment.task = changedTask(comment.task, change.task);
        if (shown.mentions) comment.mentions = shown.mentions;
        if (shown.attachments) comment.attachments = shown.attachments;
      }),
    );
    const send = (version: number) =>
      dispatch(endpoints.updateComment.initiate({ postId, id, change, ifMatch: version })).unwrap();
    const comment = await shownFirst(undo, () =>
      ifMatch === undefined ? sendChange<Comment>(seen, change, send) : send(ifMatch),
    );
    dispatch(
      changeThread(postId, (comments) => comments.map((held) => (held.id === id ? comment : held))),
    );
    return comment;
  };
}

/** Inserts a comment in its thread, by the time at which it was written. */
function insertComment(postId: string, comment: Comment): ApiThunk {
  return changeThread(postId, (comments) =>
    [...comments.filter(({ id }) => id !== comment.id), comment].toSorted((a, b) =>
      a.createdAt < b.createdAt ? -1 : 1,
    ),
  );
}

/** Deletes a comment optimistically. */
export function removeComment(
  session: Session,
  postId: string,
  id: string,
): ApiThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const removed = cachedComment(getState(), postId, id);
    dispatch(changeThread(postId, (comments) => comments.filter((held) => held.id !== id)));
    const undoCount = dispatch(changePost(postId, withComment(session, -1)));
    await shownFirst(
      () => {
        dispatch(insertComment(postId, removed));
        undoCount();
      },
      () => dispatch(endpoints.deleteComment.initiate({ postId, id })).unwrap(),
    );
  };
}

/** Undoes the deletion of a comment. */
export function restoreComment(
  session: Session,
  postId: string,
  id: string,
): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const comment = await dispatch(endpoints.restoreComment.initiate({ postId, id })).unwrap();
    dispatch(insertComment(postId, comment));
    dispatch(changePost(postId, withComment(session, 1)));
  };
}
