import type { Session } from '@engawa/contracts';
import { problemFrom } from '../../../shared/problem/api-problem';
import { draftsApi } from './drafts.api';
import { type ApiThunk, changeFeeds, changeThread } from '../thread/thread-cache';
import { forget, putPost, replacePending } from '../feed/feed-window';
import { emptyDraft } from '../composer/form-state';
import { dropWaiting, type Waiting, waitingOf } from './send-queue';
import { introductionWithout, refusedIds } from '../composer/refused-ids';
import { pendingPost, replacePendingComment } from '../thread/thread-actions';
import { timelineApi } from '../timeline.api';

/** Shows the send queue in open feeds, as after a reload. */
export function showWaiting(session: Session): ApiThunk<void> {
  return (dispatch) => {
    for (const entry of waitingOf(session)) {
      if (entry.kind !== 'post') continue;
      const { input, shown, key, at } = entry;
      const post = { ...pendingPost(session, input, shown, key, at), waiting: true };
      dispatch(changeFeeds((changes, feeds) => putPost(feeds, changes, post)));
    }
  };
}

/** Sends one entry; its idempotency key makes it take effect once. */
function send(entry: Waiting): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const { createPost, createComment } = timelineApi.endpoints;
    if (entry.kind === 'post') {
      const { input, key } = entry;
      const post = await dispatch(createPost.initiate({ input, key })).unwrap();
      dropWaiting(key);
      dispatch(
        changeFeeds((changes, feeds) => replacePending(feeds, changes, `pending-${key}`, post)),
      );
    } else {
      const { postId, input, key } = entry;
      const comment = await dispatch(createComment.initiate({ postId, input, key })).unwrap();
      dropWaiting(key);
      dispatch(replacePendingComment(postId, key, comment));
    }
  };
}

/** A rejected entry becomes a draft, so that no text is lost. */
function keepAsDraft(entry: Waiting, refusal: unknown): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const { draftId: _ended, ...content } = entry.input;
    // A draft with only resigned members would not be listed.
    const refused = refusedIds(refusal, entry.input);
    const input = {
      ...emptyDraft,
      ...content,
      revision: 1,
      ...(entry.kind === 'post'
        ? {
            memberIds: entry.input.memberIds.filter((id) => !refused?.memberIds.has(id)),
            introduction: introductionWithout(entry.input.introduction, refused),
            talkedAt: entry.input.talkedAt ?? null,
          }
        : { postIdForComment: entry.postId }),
    };
    const id = crypto.randomUUID();
    await dispatch(draftsApi.endpoints.saveDraft.initiate({ id, input })).unwrap();
    const pending = new Set([`pending-${entry.key}`]);
    dispatch(changeFeeds((changes) => forget(changes, pending)));
    if (entry.kind === 'comment') {
      dispatch(
        changeThread(entry.postId, (comments) => comments.filter(({ id }) => !pending.has(id))),
      );
    }
  };
}

let running: Promise<{ sent: number; refused: number }> | null = null;

/**
 * Sends the send queue, oldest first, until it is empty or the connection is lost. Windows of a browser
 * take turns.
 *
 * @returns how many were sent, and how many were rejected and became drafts; zero for a caller
 * while another sends, so that each is reported once
 */
export function flushSendQueue(
  session: Session,
): ApiThunk<Promise<{ sent: number; refused: number }>> {
  return (dispatch) => {
    const run = async () => {
      const result = { sent: 0, refused: 0 };
      for (const entry of waitingOf(session)) {
        try {
          await dispatch(send(entry));
          result.sent += 1;
        } catch (error) {
          const { code, status } = problemFrom(error);
          // Server errors may be temporary; only a rejection is final.
          if (code === 'network' || status === 401 || status === 429 || status >= 500) break;
          await dispatch(keepAsDraft(entry, error));
          dropWaiting(entry.key);
          result.refused += 1;
        }
      }
      return result;
    };
    if (running) return running.then(() => ({ sent: 0, refused: 0 }));
    running = (navigator.locks ? navigator.locks.request('engawa-outbox', run) : run()).finally(
      () => {
        running = null;
      },
    );
    return running;
  };
}
