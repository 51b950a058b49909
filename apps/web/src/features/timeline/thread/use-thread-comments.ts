import type { Comment } from '@engawa/contracts';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../../shared/session/use-session';
import { allWaiting, onSendQueueChange } from '../drafts/send-queue';
import { pendingComment } from './comment-actions';
import type { ThreadComment } from './thread-cache';

/**
 * The comments of a thread, followed by the send queue, also after a reload (WEB-6). Undefined while
 * neither is loaded.
 */
export function useThreadComments(
  postId: string,
  comments: readonly Comment[] | undefined,
): readonly ThreadComment[] | undefined {
  const session = useSession();
  const sendQueue = useSyncExternalStore(onSendQueueChange, allWaiting);
  return useMemo(() => {
    const waiting = sendQueue.flatMap((entry) => {
      if (entry.kind !== 'comment' || entry.postId !== postId) return [];
      if (entry.staffId !== session.staff.id) return [];
      const { input, shown, key, at } = entry;
      return [{ ...pendingComment(session, postId, input, shown, key, at), waiting: true }];
    });
    if (!comments && waiting.length === 0) return undefined;
    const ids = new Set(waiting.map(({ id }) => id));
    return [...(comments ?? []).filter(({ id }) => !ids.has(id)), ...waiting];
  }, [sendQueue, comments, postId, session]);
}
