import { useGetTodayQuery } from '../features/handover/handover.api';
import { useTexts } from '../shared/intl/messages';
import { CountBadge } from '../shared/display/count-badge';
import { shellTexts } from './shell.messages';

/** Number of must-reads, and of tasks due by this evening. */
export function TodayBadge() {
  const t = useTexts(shellTexts);
  const { count = 0 } = useGetTodayQuery({}).data ?? {};
  return (
    <CountBadge count={count} tone="waiting" capAtNine label={t('shell.today.count', { count })} />
  );
}
