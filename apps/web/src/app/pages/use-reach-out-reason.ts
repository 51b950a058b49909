import type { TodayReachOut } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { dayTexts } from '../../features/handover/day.messages';
import { dueWords } from '../../shared/directory/due.rules';
import { useMinute } from '../../shared/display/use-minute';
import { daysSince } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';

/** Returns why the reader may want to talk with a member today, in one line. */
export function useReachOutReason(): (one: TodayReachOut) => string {
  const t = useTexts(dayTexts);
  const intl = useIntl();
  const now = useMinute();
  return ({ reason, lastTalkedAt, openIssues, dueAt }) => {
    const issues = openIssues > 0 ? t('today.reachOut.issues', { count: openIssues }) : '';
    if (reason === 'issue') return issues;
    const first =
      reason === 'followUp' && dueAt
        ? t('today.reachOut.followUp', { due: dueWords(intl, dueAt, now) })
        : reason === 'joined'
          ? t('today.reachOut.joined')
          : lastTalkedAt
            ? t('today.reachOut.quiet', { days: daysSince(lastTalkedAt, now) })
            : t('today.reachOut.never');
    return issues ? t('today.reachOut.both', { first, second: issues }) : first;
  };
}
