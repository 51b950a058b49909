import type { Session } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { showFailure, showToast } from '../../../shared/feedback/toast.store';
import { createTranslate } from '../../../shared/intl/messages';
import type { ApiThunk } from '../thread/thread-cache';
import { timelineTexts } from '../timeline.messages';
import { flushSendQueue } from './send-queue-flush';

/** Sends the send queue and tells the reader how many were sent or became drafts. */
export function sendWaiting(session: Session, intl: IntlShape): ApiThunk<Promise<void>> {
  return async (dispatch) => {
    const t = createTranslate(intl, timelineTexts);
    const { sent, refused } = await dispatch(flushSendQueue(session));
    if (sent > 0) showToast(t('timeline.outbox.sent', { count: sent }));
    if (refused > 0) showFailure(t('timeline.outbox.refused', { count: refused }));
  };
}
