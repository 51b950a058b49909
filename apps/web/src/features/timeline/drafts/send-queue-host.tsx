import { useEffect, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { onRetry } from '../../../shared/live/retry';
import { useMaybeSession } from '../../../shared/session/use-session';
import type { ApiDispatch } from '../thread/thread-cache';
import { onSendQueueChange, waitingOf } from './send-queue';

/** Sends what was written without a connection, on whatever page, now and until all of it is sent. */
export function SendQueueHost() {
  const dispatch = useDispatch<ApiDispatch>();
  const intl = useIntl();
  const session = useMaybeSession();
  const isWaiting = useSyncExternalStore(
    onSendQueueChange,
    () => !!session && waitingOf(session).length > 0,
  );
  useEffect(() => {
    if (!session || !isWaiting) return;
    const send = async () => {
      const { sendWaiting } = await import('./send-waiting');
      await dispatch(sendWaiting(session, intl));
    };
    // What fails is tried again.
    const attempt = () => void send().catch(() => undefined);
    if (navigator.onLine) attempt();
    return onRetry(attempt);
  }, [dispatch, intl, session, isWaiting]);
  return null;
}
