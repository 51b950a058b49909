import '../../shared/theme/floating-sheets';
import type { ColdMember } from '@engawa/contracts';
import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustments, IconMoodSmile, IconZzz } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { memberName } from '../../shared/directory/names';
import { exactDateTime, shortDate } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan } from '../../shared/session/use-session';
import { LoadMore } from '../../shared/ui/load-more';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { useListColdMembersInfiniteQuery, useUnsnoozeMemberMutation } from './health.api';
import { daysSince, type HealthAddress } from './health.rules';
import { healthTexts } from './health.messages';
import style from './health.module.css';
import { MemberLink } from './member-link';
import { RadarDaysDialog } from './radar-days-dialog';
import { SnoozeDialog } from './snooze-dialog';

/** Polling interval while the page is open, because figures follow talks. */
export const ASK_AGAIN = 15_000;

/** Members overdue for a talk, and snoozed ones. */
export function ColdPart(props: {
  address: HealthAddress;
  onChange: (change: Partial<HealthAddress>) => void;
}) {
  const { address, onChange } = props;
  const say = useTexts(healthTexts);
  const can = useCan();
  const { data: types = [] } = useListMemberTypesQuery();
  const [setting, setSetting] = useState(false);
  const [snoozing, setSnoozing] = useState<ColdMember | null>(null);
  const list = useListColdMembersInfiniteQuery(
    {
      state: address.snoozed ? 'snoozed' : 'cold',
      ...(address.type ? { typeId: address.type } : {}),
    },
    {
      pollingInterval: ASK_AGAIN,
      skipPollingIfUnfocused: true,
      refetchOnMountOrArgChange: true,
    },
  );
  const pages = list.currentData?.pages;
  const items = pages?.flatMap((page) => page.items);
  return (
    <>
      <p className={style.lead}>{say('health.cold.lead')}</p>
      <div className={style.filters}>
        <NativeSelect
          aria-label={say('health.cold.type')}
          value={address.type}
          onChange={(event) => onChange({ type: event.currentTarget.value })}
          data={[
            { value: '', label: say('health.cold.type.all') },
            ...types.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'none', label: say('health.cold.type.none') },
          ]}
        />
        <NativeSelect
          aria-label={say('health.cold.state')}
          value={address.snoozed ? 'snoozed' : 'cold'}
          onChange={(event) => onChange({ snoozed: event.currentTarget.value === 'snoozed' })}
          data={[
            { value: 'cold', label: say('health.cold.state.cold') },
            {
              value: 'snoozed',
              label: say('health.cold.state.snoozed', { count: pages?.[0]?.snoozed ?? 0 }),
            },
          ]}
        />
        {pages?.[0] ? (
          <span className={style.total} role="status">
            {say('health.cold.count', { count: pages[0].total })}
          </span>
        ) : null}
        {can('memberType.manage') ? (
          <Button
            className={style.end}
            variant="default"
            leftSection={<IconAdjustments size={18} stroke={1.5} aria-hidden="true" />}
            onClick={() => setSetting(true)}
          >
            {say('health.days')}
          </Button>
        ) : null}
      </div>
      {list.isError && !items ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : !items ? (
        <ListSkeleton rows={6} />
      ) : items.length === 0 ? (
        <Nobody snoozed={address.snoozed} />
      ) : (
        <ul className={style.list}>
          {items.map((item) => (
            <Row key={item.member.id} item={item} onSnooze={() => setSnoozing(item)} />
          ))}
        </ul>
      )}
      <LoadMore list={list}>{say('health.more')}</LoadMore>
      {setting ? <RadarDaysDialog types={types} onClose={() => setSetting(false)} /> : null}
      {snoozing ? <SnoozeDialog item={snoozing} onClose={() => setSnoozing(null)} /> : null}
    </>
  );
}

function Nobody({ snoozed }: { snoozed: boolean }) {
  const say = useTexts(healthTexts);
  return snoozed ? (
    <EmptyState icon={<IconZzz size={36} stroke={1.2} />} title={say('health.snooze.empty')}>
      {say('health.snooze.empty.text')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconMoodSmile size={40} stroke={1.2} />} title={say('health.cold.empty')}>
      {say('health.cold.empty.text')}
    </EmptyState>
  );
}

function Row({ item, onSnooze }: { item: ColdMember; onSnooze: () => void }) {
  const say = useTexts(healthTexts);
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
        () => void showToast(say('health.snooze.ended', { name })),
        (error: unknown) => void showFailure(problemText(error)),
      );
  return (
    <li className={style.row} data-member={member.id}>
      <MemberLink member={member} size={40} />
      <span className={style.silence}>
        {lastTalkedAt ? (
          <>
            <strong title={exactDateTime(intl, lastTalkedAt)}>
              {say('health.cold.days', { days: daysSince(lastTalkedAt, now) })}
            </strong>
            <small>
              {lastTalkedBy ? say('health.cold.by', { name: lastTalkedBy.displayName }) : null}
            </small>
          </>
        ) : (
          <span>{say('health.cold.never')}</span>
        )}
      </span>
      <span className={style.note}>
        {snooze ? (
          <>
            <span>{snooze.reason}</span>
            <small>
              {say('health.snooze.told', {
                date: shortDate(intl, `${snooze.until}T12:00:00Z`),
                name: snooze.by.displayName,
              })}
            </small>
          </>
        ) : openIssues > 0 ? (
          <Link to={`${paths.search}?kind=post&member=${member.id}&issue=open`}>
            {say('health.cold.issues', { count: openIssues })}
          </Link>
        ) : null}
      </span>
      {can('member.write') ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={isLoading}
          aria-label={say(snooze ? 'health.snooze.end.of' : 'health.snooze.of', { name })}
          onClick={snooze ? () => void end() : onSnooze}
        >
          {say(snooze ? 'health.snooze.end' : 'health.snooze')}
        </Button>
      ) : null}
    </li>
  );
}
