import type { CreatePostInput, Session } from '@engawa/contracts';
import { readOnce } from '../../../shared/api/read-once';
import { problemFrom } from '../../../shared/problem/api-problem';
import type { DraftMark } from './draft-saver';
import { draftsApi } from './drafts.api';
import { type ApiThunk, changeFeeds, changeThread } from '../thread/thread-cache';
import { forget, replacePending } from '../feed/feed-window';
import { emptyDraft } from '../composer/form-state';
import { allWaiting, dropWaiting, type Unsent, type Waiting, waitingOf } from './send-queue';
import { introductionWithout, refusedIds } from '../composer/refused-ids';
import { replacePendingComment } from '../thread/comment-actions';
import { timelineApi } from '../timeline.api';

type Discarded = Extract<Waiting, { kind: 'discardedDraft' }>;

/** Deletes a draft whose text was cleared, unless another device has continued it. */
function removeDraft({ key, revision }: Discarded): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const { getDraft, deleteDraft } = draftsApi.endpoints;
    const reading = getDraft.initiate(key, { forceRefetch: true });
    const isContinued = (await readOnce(dispatch(reading))).revision > revision;
    // It may have been opened again meanwhile.
    const isWanted = allWaiting().some((entry) => entry.key === key);
    if (isWanted && !isContinued) await dispatch(deleteDraft.initiate(key)).unwrap();
    dropWaiting(key);
  };
}

/** A post with the time at which it was written as that of its talk, unless it names another. */
function talkedThen({ input, at }: Extract<Waiting, { kind: 'post' }>): CreatePostInput {
  return { ...input, talkedAt: input.talkedAt ?? at };
}

/** Sends one entry; its idempotency key makes it take effect once. */
function send(entry: Exclude<Waiting, Discarded>): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const { createPost, createComment } = timelineApi.endpoints;
    if (entry.kind === 'post') {
      const { input, key } = entry;
      const create = (sent: CreatePostInput) =>
        dispatch(createPost.initiate({ input: sent, key })).unwrap();
      const post = await create(talkedThen(entry)).catch((error: unknown) => {
        // The first request, which left the time to the server, arrived although its answer was lost.
        const arrived = problemFrom(error).code === 'request.idempotency-mismatch';
        if (!arrived || input.talkedAt) throw error;
        return create(input);
      });
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

/** A rejected entry becomes a draft, so that no text is lost; `mark` is the draft that it was. */
export function keepAsDraft(
  entry: Unsent,
  refusal: unknown,
  mark: Pick<DraftMark, 'id' | 'revision'> = { id: crypto.randomUUID(), revision: 0 },
): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const { draftId: _ended, ...content } = entry.input;
    // A draft with only resigned members would not be listed.
    const refused = refusedIds(refusal, entry.input);
    const input = {
      ...emptyDraft,
      ...content,
      ...(entry.kind === 'post'
        ? {
            memberIds: entry.input.memberIds.filter((id) => !refused?.memberIds.has(id)),
            introduction: introductionWithout(entry.input.introduction, refused),
            talkedAt: entry.input.talkedAt ?? null,
          }
        : { postIdForComment: entry.postId }),
    };
    const save = (id: string, revision: number) =>
      dispatch(
        draftsApi.endpoints.saveDraft.initiate({ id, input: { ...input, revision } }),
      ).unwrap();
    try {
      await save(mark.id, mark.revision + 1);
    } catch (error) {
      // It was saved once more, or has ended: the text continues under another id.
      if (![409, 412].includes(problemFrom(error).status)) throw error;
      await save(crypto.randomUUID(), 1);
    }
    const pending = new Set([`pending-${entry.key}`]);
    dispatch(changeFeeds((changes) => forget(changes, pending)));
    if (entry.kind === 'comment') {
      dispatch(
        changeThread(entry.postId, (comments) => comments.filter(({ id }) => !pending.has(id))),
      );
    }
  };
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Sends the send queue, oldest first, until it is empty or the server does not accept it at the moment.
 * Calls take turns, also those of other windows of a browser.
 *
 * @returns how many this call sent, and how many were rejected and became drafts
 */
export function flushSendQueue(
  session: Session,
): ApiThunk<Promise<{ sent: number; refused: number }>> {
  return (dispatch) => {
    const run = async () => {
      const result = { sent: 0, refused: 0 };
      for (const entry of waitingOf(session)) {
        try {
          if (entry.kind === 'discardedDraft') await dispatch(removeDraft(entry));
          else {
            await dispatch(send(entry));
            result.sent += 1;
          }
        } catch (error) {
          const { code, status } = problemFrom(error);
          // Server errors may be temporary; only a rejection is final.
          if (code === 'network' || status === 401 || status === 429 || status >= 500) break;
          if (entry.kind !== 'discardedDraft') {
            const kept = entry.kind === 'post' ? { ...entry, input: talkedThen(entry) } : entry;
            await dispatch(keepAsDraft(kept, error));
            result.refused += 1;
          }
          dropWaiting(entry.key);
        }
      }
      return result;
    };
    const turn = last.then(() =>
      navigator.locks ? navigator.locks.request('engawa-outbox', run) : run(),
    );
    last = turn.catch(() => undefined);
    return turn;
  };
}
