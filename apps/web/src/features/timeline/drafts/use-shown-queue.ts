import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useSession } from '../../../shared/session/use-session';
import { applyLive } from '../feed/feed';
import type { ApiDispatch } from '../thread/thread-cache';
import { showWaiting } from './show-waiting';

/**
 * Shows the send queue in the feed, again with every `opening`. Whenever the connection is back, the
 * feed is read anew: without one it may have been opened from this device.
 */
export function useShownQueue(ready: boolean, opening: number): void {
  const dispatch = useDispatch<ApiDispatch>();
  const session = useSession();
  useEffect(() => {
    if (ready) dispatch(showWaiting(session));
  }, [dispatch, session, ready, opening]);
  useEffect(() => {
    if (!ready) return;
    const back = () => {
      void dispatch(applyLive({ reset: true, messages: [] })).then(() =>
        dispatch(showWaiting(session)),
      );
    };
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [dispatch, session, ready]);
}
