import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { POLL_MS } from './cold.part';
import { useListOpenIssueMembersQuery } from './health.api';
import { daysSince } from './health.rules';
import { healthTexts } from './health.messages';
import style from './health.module.css';
import { MemberLink } from './member-link';

/** Members with the most open issues; each opens its posts. */
export function OpenIssuesPart() {
  const t = useTexts(healthTexts);
  const [now] = useState(() => Date.now());
  const { data, error, refetch } = useListOpenIssueMembersQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={6} />;
  if (data.length === 0) {
    return (
      <EmptyState icon={<IconMoodSmile size={40} stroke={1.2} />} title={t('health.issues.empty')}>
        {t('health.issues.empty.text')}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={style.lead}>{t('health.issues.lead')}</p>
      <ul className={style.list}>
        {data.map(({ member, openIssues, oldestOpenedAt }) => {
          const name = memberName(member);
          return (
            <li key={member.id} className={style.row}>
              <MemberLink member={member} size={40} />
              <span className={style.note}>
                <small>{t('health.issues.oldest', { days: daysSince(oldestOpenedAt, now) })}</small>
              </span>
              <Link
                className={style.open}
                to={`${paths.search}?kind=post&member=${member.id}&issue=open`}
                aria-label={t('health.issues.open', { name, count: openIssues })}
              >
                {t('health.cold.issues', { count: openIssues })}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
