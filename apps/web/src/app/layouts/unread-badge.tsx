import { useGetUnreadCountQuery } from '../../features/notifications/notifications.api';
import { CountBadge } from '../../shared/display/count-badge';
import { useTexts } from '../../shared/intl/messages';
import { shellTexts } from '../shell.messages';

/** The number of unread notifications. */
export function UnreadBadge() {
  const t = useTexts(shellTexts);
  const unread = useGetUnreadCountQuery().data ?? 0;
  return (
    <CountBadge
      count={unread}
      tone="waiting"
      capAtNine
      label={t('shell.unread', { count: unread })}
    />
  );
}
