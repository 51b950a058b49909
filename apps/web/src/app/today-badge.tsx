import { useIntl } from 'react-intl';
import { useMustReads } from '../features/handover/use-must-reads';
import { dayOf } from '../shared/directory/due.rules';
import { useTexts } from '../shared/intl/messages';
import { CountBadge } from '../shared/ui/count-badge';
import { useMinute } from '../shared/ui/use-minute';
import { useMyOpenTasks } from './pages/my-tasks';
import { shellTexts } from './shell.messages';

/** How much of today waits for the reader: must-reads, and tasks that are due by this evening. */
export function TodayBadge() {
  const say = useTexts(shellTexts);
  const intl = useIntl();
  const today = dayOf(intl, useMinute());
  const due = (useMyOpenTasks() ?? []).filter(
    ({ task }) => task.dueAt !== null && dayOf(intl, task.dueAt) <= today,
  );
  const count = (useMustReads()?.length ?? 0) + due.length;
  return (
    <CountBadge
      count={count}
      tone="waiting"
      capAtNine
      label={say('shell.today.count', { count })}
    />
  );
}
