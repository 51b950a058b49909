import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { createTranslate } from '../../../shared/intl/messages';
import { useSession } from '../../../shared/session/use-session';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import { applyLive } from '../feed/feed';
import { waitingOf } from './send-queue';
import { flushSendQueue, showWaiting } from './send-queue.flush';
import type { ApiDispatch } from '../thread/thread-cache';
import { timelineTexts } from '../timeline.messages';

/**
 * Shows and sends the send queue now and whenever the connection is back; shows it again with every
 * `opening` of the feed.
 */
export function useSendQueue(ready: boolean, opening: number): void {
  const dispatch = useDispatch<ApiDispatch>();
  const intl = useIntl();
  const session = useSession();
  useEffect(() => {
    if (ready) dispatch(showWaiting(session));
  }, [dispatch, session, ready, opening]);
  useEffect(() => {
    if (!ready) return;
    const t = createTranslate(intl, timelineTexts);
    const send = async () => {
      if (waitingOf(session).length === 0) return;
      const { sent, refused } = await dispatch(flushSendQueue(session)).catch(() => ({
        sent: 0,
        refused: 0,
      }));
      if (sent > 0) showToast(t('timeline.outbox.sent', { count: sent }));
      if (refused > 0) showFailure(t('timeline.outbox.refused', { count: refused }));
    };
    const back = () => {
      void dispatch(applyLive({ reset: true, messages: [] })).then(() => {
        dispatch(showWaiting(session));
        return send();
      });
    };
    void send();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [dispatch, intl, session, ready]);
}
