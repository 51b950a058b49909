import { Text } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { PartProblem } from '../../shared/feedback/part-problem';
import { EmptyState, ListSkeleton } from '../../shared/feedback/states';
import { POLL_MS } from './cold.part';
import { useListOpenIssueMembersQuery } from './health.api';
import { daysSince } from '../../shared/intl/dates';
import { healthTexts } from './health.messages';
import style from './health.module.css';
import { MemberLink } from './member-link';
import { Note } from '../../shared/display/note';
import { Row, RowList } from '../../shared/list/row-list';

/** Members with the most open issues; each opens its posts. */
export function OpenIssuesPart() {
  const t = useTexts(healthTexts);
  const [now] = useState(() => Date.now());
  const { data, error, refetch } = useListOpenIssueMembersQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  if (error && !data) return <PartProblem error={error} onRetry={() => void refetch()} />;
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
      <Note mb="sm">{t('health.issues.lead')}</Note>
      <RowList>
        {data.map(({ member, openIssues, oldestOpenedAt }) => {
          const name = memberName(member);
          return (
            <Row
              key={member.id}
              className={style.row}
              columns="minmax(0, 1.5fr) minmax(0, 1fr) auto"
              narrow="minmax(0, 1fr) auto"
            >
              <MemberLink member={member} size={40} />
              <small>{t('health.issues.oldest', { days: daysSince(oldestOpenedAt, now) })}</small>
              <Text
                component={Link}
                size="sm"
                fw={600}
                to={`${paths.search}?kind=post&member=${member.id}&issue=open`}
                aria-label={t('health.issues.open', { name, count: openIssues })}
              >
                {t('health.cold.issues', { count: openIssues })}
              </Text>
            </Row>
          );
        })}
      </RowList>
    </>
  );
}
