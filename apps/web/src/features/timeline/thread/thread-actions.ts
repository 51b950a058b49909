import {
  type Comment,
  type CreateCommentInput,
  type CreatePostInput,
  type MemberRef,
  type Post,
  type Session,
  type StaffRef,
  type TaskStatus,
  type UpdateCommentInput,
  type UpdatePostInput,
} from '@engawa/contracts';
import { readOnce } from '../../../shared/api/read-once';
import { runInSequence } from '../../../shared/api/run-in-sequence';
import { shownUntil } from '../../../shared/api/shown-changes';
import { currentOf } from '../../../shared/edit/current-of';
import { problemFrom } from '../../../shared/problem/api-problem';
import {
  type ApiThunk,
  changeComment,
  changeFeeds,
  changePost,
  changeThread,
  dropPost,
  cachedComment,
  cachedPost,
  storePost,
  type ThreadComment,
  type Undo,
} from './thread-cache';
import { type FeedPost, forget, putPost, replacePending } from '../feed/feed-window';
import { isRace } from './change-race.rules';
import { putWaiting } from '../drafts/send-queue';
import { type ReactionChange, timelineApi } from '../timeline.api';

const { endpoints } = timelineApi;

/** An in-place change of a task; null undoes it. */
export type TaskChange = {
  status?: TaskStatus;
  assignUserId?: string | null;
  dueAt?: string | null;
} | null;

/** Applies a change to a task object, for the optimistic update. */
function changedTask(task: Post['task'], change: TaskChange, now = new Date()): Post['task'] {
  if (change === null) return null;
  const status = change.status ?? task?.status ?? 'waiting';
  return {
    status,
    statusUpdatedAt: task && task.status === status ? task.statusUpdatedAt : now.toISOString(),
    assignUserId:
      change.assignUserId === undefined ? (task?.assignUserId ?? null) : change.assignUserId,
    dueAt: change.dueAt === undefined ? (task?.dueAt ?? null) : change.dueAt,
  };
}

/** The staff of a session as posts name them. */
function meOf({ staff }: Session): StaffRef {
  const { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated } = staff;
  return { id, displayName, jobTitle, photoUrl, thumbPhotoUrl, deactivated };
}

function pendingBase(session: Session, id: string, now: string) {
  return {
    id,
    version: 1,
    ownerId: session.staff.id,
    owner: meOf(session),
    photoUrl: null,
    reactions: [],
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    pending: true,
  };
}

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

/** Runs a request after showing its effect; reverts it if it is rejected. */
async function shownFirst<T>(undo: Undo, request: () => Promise<T>): Promise<T> {
  const answer = request();
  shownUntil(answer, endpoints.getPost, endpoints.listComments);
  try {
    return await answer;
  } catch (error) {
    undo();
    throw error;
  }
}

/** Attempts of a change that conflicts with changes of other fields. */
const ATTEMPTS = 5;

/**
 * Sends a change based on the version that the reader saw. It is retried if others changed only
 * other fields; throws the 412 if they changed the same field.
 */
function sendChange<Content extends Post | Comment>(
  seen: Content,
  change: UpdatePostInput | UpdateCommentInput,
  send: (version: number) => Promise<Content>,
): Promise<Content> {
  return runInSequence(seen.id, async () => {
    let { version } = seen;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(version);
      } catch (error) {
        const now = currentOf<Content>(error);
        if (!now || isRace(seen, now, change) || attempt === ATTEMPTS) throw error;
        version = now.version;
      }
    }
  });
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

/** Adds or removes an emoji of a staff member. */
export function toggled(
  reactions: Post['reactions'],
  reactionId: string,
  staffId: string,
  now = new Date(),
): Post['reactions'] {
  const is = (entry: Post['reactions'][number]) =>
    entry.reactionId === reactionId && entry.reactedBy === staffId;
  return reactions.some(is)
    ? reactions.filter((entry) => !is(entry))
    : [...reactions, { reactionId, reactedBy: staffId, reactedAt: now.toISOString() }];
}

/** Toggles a reaction on a post or comment. */
export function react(change: ReactionChange, staffId: string): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const { postId, commentId, reactionId } = change;
    const apply = (thing: Post | Comment) => {
      thing.reactions = toggled(thing.reactions, reactionId, staffId);
    };
    const undo = commentId
      ? dispatch(changeComment(postId, commentId, apply))
      : dispatch(changePost(postId, apply));
    const answer = await shownFirst(undo, () =>
      dispatch(endpoints.toggleReaction.initiate(change)).unwrap(),
    );
    const applyAnswer = (thing: Post | Comment) => {
      if (answer.version < thing.version) return;
      thing.reactions = answer.reactions;
      thing.version = answer.version;
    };
    if (commentId) dispatch(changeComment(postId, commentId, applyAnswer));
    else dispatch(changePost(postId, applyAnswer));
  };
}

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
