import type { ColdMember } from '@engawa/contracts';
import { Button, Group, Text } from '@mantine/core';
import { IconAdjustments, IconMoodSmile, IconZzz } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { knownType } from '../../shared/address/members-address';
import { paths } from '../../shared/address/paths';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { memberName } from '../../shared/directory/names';
import { TypeFilter } from '../../shared/directory/type-filter';
import { FilterChip } from '../../shared/list/filter-chip';
import { exactDateTime, shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { LoadMore } from '../../shared/list/load-more';
import { FailedQueries, PartProblem } from '../../shared/feedback/part-problem';
import { EmptyState, ListSkeleton } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useListColdMembersInfiniteQuery, useUnsnoozeMemberMutation } from './health.api';
import { daysSince } from '../../shared/intl/dates';
import type { HealthAddress } from './health.rules';
import { healthTexts } from './health.messages';
import style from './health.module.css';
import { MemberLink } from './member-link';
import { RadarDaysDialog } from './radar-days-dialog';
import { SnoozeDialog } from './snooze-dialog';
import { Note } from '../../shared/display/note';
import { Row, RowList, RowPair } from '../../shared/list/row-list';

/** Polling interval while the page is open, because figures follow talks. */
export const POLL_MS = 15_000;

/** Members overdue for a talk, and snoozed ones. */
export function ColdPart(props: {
  address: HealthAddress;
  onChange: (change: Partial<HealthAddress>) => void;
}) {
  const { address, onChange } = props;
  const t = useTexts(healthTexts);
  const can = useCan();
  const typeList = useListMemberTypesQuery();
  const { data: types = [] } = typeList;
  const type = knownType(address.type, typeList.data);
  const [setting, setSetting] = useState(false);
  const [snoozing, setSnoozing] = useState<ColdMember | null>(null);
  const list = useListColdMembersInfiniteQuery(
    {
      state: address.snoozed ? 'snoozed' : 'cold',
      ...(type ? { typeId: type } : {}),
    },
    {
      pollingInterval: POLL_MS,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
  const pages = list.currentData?.pages;
  const items = pages?.flatMap((page) => page.items);
  return (
    <>
      <Note mb="sm">{t('health.cold.lead')}</Note>
      <FailedQueries of={[typeList]} />
      <Group gap="xs" mb="sm">
        <TypeFilter types={types} chosen={type} onChoose={(id) => onChange({ type: id })} />
        <FilterChip
          aria-pressed={address.snoozed}
          onClick={() => onChange({ snoozed: !address.snoozed })}
        >
          {t('health.cold.snoozed', { count: pages?.[0]?.snoozed ?? '–' })}
        </FilterChip>
        {pages?.[0] ? (
          <Note component="span" role="status">
            {t('health.cold.count', { count: pages[0].total })}
          </Note>
        ) : null}
        {can('memberType.manage') ? (
          <Button
            ml="auto"
            variant="default"
            leftSection={<IconAdjustments size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => setSetting(true)}
          >
            {t('health.days')}
          </Button>
        ) : null}
      </Group>
      {list.isError && !items ? (
        <PartProblem error={list.error} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <ListSkeleton rows={6} />
      ) : items.length === 0 ? (
        <NoColdMembers snoozed={address.snoozed} />
      ) : (
        <RowList>
          {items.map((item) => (
            <ColdRow key={item.member.id} item={item} onSnooze={() => setSnoozing(item)} />
          ))}
        </RowList>
      )}
      <LoadMore list={list}>{t('health.more')}</LoadMore>
      {setting ? <RadarDaysDialog onClose={() => setSetting(false)} /> : null}
      {snoozing ? <SnoozeDialog item={snoozing} onClose={() => setSnoozing(null)} /> : null}
    </>
  );
}

function NoColdMembers({ snoozed }: { snoozed: boolean }) {
  const t = useTexts(healthTexts);
  return snoozed ? (
    <EmptyState icon={<IconZzz size={36} stroke={1.2} />} title={t('health.snooze.empty')}>
      {t('health.snooze.empty.text')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconMoodSmile size={40} stroke={1.2} />} title={t('health.cold.empty')}>
      {t('health.cold.empty.text')}
    </EmptyState>
  );
}

function ColdRow({ item, onSnooze }: { item: ColdMember; onSnooze: () => void }) {
  const t = useTexts(healthTexts);
  const intl = useIntl();
  const can = useCan();
  const problemText = useProblemText();
  const [now] = useState(() => Date.now());
  const [unsnooze, { isLoading }] = useUnsnoozeMemberMutation();
  const { member, lastTalkedAt, lastTalkedBy, openIssues, snooze } = item;
  const name = memberName(member);
  const end = () =>
    unsnooze(member.id)
      .unwrap()
      .then(
        () => void showToast(t('health.snooze.ended', { name })),
        (error: unknown) => void showFailure(problemText(error)),
      );
  return (
    <Row
      className={style.row}
      columns="minmax(0, 1.5fr) 132px minmax(0, 1fr) auto"
      narrow="minmax(0, 1fr) auto"
      data-member={member.id}
    >
      <MemberLink member={member} size={40} />
      <RowPair>
        {lastTalkedAt ? (
          <>
            <Text
              component="strong"
              fw={600}
              c="var(--e-waiting)"
              data-tip={exactDateTime(intl, lastTalkedAt)}
            >
              {t('health.cold.days', { days: daysSince(lastTalkedAt, now) })}
            </Text>
            <small>
              {lastTalkedBy ? t('health.cold.by', { name: lastTalkedBy.displayName }) : null}
            </small>
          </>
        ) : (
          <span>{t('health.cold.never')}</span>
        )}
      </RowPair>
      <RowPair>
        {snooze ? (
          <>
            <span>{snooze.reason}</span>
            <small>
              {t('health.snooze.told', {
                date: shortDate(intl, `${snooze.until}T12:00:00Z`),
                name: snooze.by.displayName,
              })}
            </small>
          </>
        ) : openIssues > 0 ? (
          <Link to={`${paths.search}?kind=post&member=${member.id}&issue=open`}>
            {t('health.cold.issues', { count: openIssues })}
          </Link>
        ) : null}
      </RowPair>
      {can('member.write') ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={isLoading}
          aria-label={t(snooze ? 'health.snooze.end.of' : 'health.snooze.of', { name })}
          onClick={snooze ? () => void end() : onSnooze}
        >
          {t(snooze ? 'health.snooze.end' : 'health.snooze')}
        </Button>
      ) : null}
    </Row>
  );
}
