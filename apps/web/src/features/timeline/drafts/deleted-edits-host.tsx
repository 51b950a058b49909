import type { LiveMessage } from '@engawa/contracts';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { onLive } from '../../../shared/live/live';
import { useMaybeSession } from '../../../shared/session/use-session';
import type { ApiDispatch } from '../thread/thread-cache';

const deletions: readonly string[] = ['timeline.post.deleted', 'timeline.comment.deleted'];

/** Keeps the unsaved edit of a post or comment that somebody deletes as a draft, on whatever page. */
export function DeletedEditsHost() {
  const dispatch = useDispatch<ApiDispatch>();
  const intl = useIntl();
  const session = useMaybeSession();
  useEffect(() => {
    if (!session) return;
    const keep = async (messages: readonly LiveMessage[]) => {
      const { keepDeletedEdits } = await import('./deleted-edits');
      await dispatch(keepDeletedEdits(messages, session, intl));
    };
    return onLive(({ messages }) => {
      const deleted = messages.filter(({ name }) => deletions.includes(name));
      if (deleted.length > 0) void keep(deleted);
    });
  }, [dispatch, intl, session]);
  return null;
}
