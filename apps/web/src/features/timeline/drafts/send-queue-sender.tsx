import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { onRetry } from '../../../shared/live/retry';
import { createTranslate } from '../../../shared/intl/messages';
import { useSession } from '../../../shared/session/use-session';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import type { ApiDispatch } from '../thread/thread-cache';
import { timelineTexts } from '../timeline.messages';
import { flushSendQueue } from './send-queue.flush';

/** Sends the send queue, now and until all of it is sent. */
export function SendQueueSender() {
  const dispatch = useDispatch<ApiDispatch>();
  const intl = useIntl();
  const session = useSession();
  useEffect(() => {
    const t = createTranslate(intl, timelineTexts);
    const send = async () => {
      const { sent, refused } = await dispatch(flushSendQueue(session)).catch(() => ({
        sent: 0,
        refused: 0,
      }));
      if (sent > 0) showToast(t('timeline.outbox.sent', { count: sent }));
      if (refused > 0) showFailure(t('timeline.outbox.refused', { count: refused }));
    };
    void send();
    return onRetry(() => void send());
  }, [dispatch, intl, session]);
  return null;
}
