import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { ASK_AGAIN } from './cold.part';
import { useListOpenIssueMembersQuery } from './health.api';
import { daysSince } from './health.rules';
import { healthTexts } from './health.messages';
import style from './health.module.css';
import { MemberLink } from './member-link';

/** Members with the most open issues; each opens its posts. */
export function OpenIssuesPart() {
  const say = useTexts(healthTexts);
  const [now] = useState(() => Date.now());
  const { data, error, refetch } = useListOpenIssueMembersQuery(undefined, {
    pollingInterval: ASK_AGAIN,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={6} />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<IconMoodSmile size={40} stroke={1.2} />}
        title={say('health.issues.empty')}
      >
        {say('health.issues.empty.text')}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={style.lead}>{say('health.issues.lead')}</p>
      <ul className={style.list}>
        {data.map(({ member, openIssues, oldestOpenedAt }) => {
          const name = memberName(member);
          return (
            <li key={member.id} className={style.row}>
              <MemberLink member={member} size={40} />
              <span className={style.note}>
                <small>
                  {say('health.issues.oldest', { days: daysSince(oldestOpenedAt, now) })}
                </small>
              </span>
              <Link
                className={style.open}
                to={`${paths.search}?kind=post&member=${member.id}&issue=open`}
                aria-label={say('health.issues.open', { name, count: openIssues })}
              >
                {say('health.cold.issues', { count: openIssues })}
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
