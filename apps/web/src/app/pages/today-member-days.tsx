import type { Today, TodayMemberDay } from '@engawa/contracts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { useAddMemberDayTaskMutation } from '../../features/handover/member-days.api';
import { memberDayTexts } from '../../features/handover/member-days.messages';
import { dayWords, dueOnDay } from '../../features/handover/member-days.rules';
import { paths } from '../../shared/address/paths';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { dayOf } from '../../shared/directory/due.rules';
import { memberName } from '../../shared/directory/names';
import { Part } from '../../shared/display/part-head';
import { RowBody } from '../../shared/list/row-body';
import { PersonRow, RowList } from '../../shared/list/row-list';
import { useMinute } from '../../shared/display/use-minute';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useCan, useSession } from '../../shared/session/use-session';

/** Most days listed before the rest is asked for. */
const SHOWN = 5;

/** Birthdays, ends of contracts and anniversaries of the coming days. */
export function MemberDaysPart({ memberDays }: Pick<Today, 'memberDays'>) {
  const t = useTexts(memberDayTexts);
  const [all, setAll] = useState(false);
  const { items, count } = memberDays;
  if (items.length === 0) return null;
  const shown = all ? items : items.slice(0, SHOWN);
  const cut = count - items.length;
  return (
    <Part title={t('memberDay.title')} kind="memberDays">
      <RowList>
        {shown.map((day) => (
          <DayRow key={`${day.member.id} ${day.kind}`} day={day} />
        ))}
      </RowList>
      {shown.length < items.length ? (
        <Button mt={8} variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          {t('memberDay.all', { count: items.length - shown.length })}
        </Button>
      ) : cut > 0 ? (
        <Text size="sm" mt={8}>
          <Link to={paths.members}>{t('memberDay.cut', { count: cut })}</Link>
        </Text>
      ) : null}
    </Part>
  );
}

function DayRow({ day: { member, kind, day, years } }: { day: TodayMemberDay }) {
  const t = useTexts(memberDayTexts);
  const intl = useIntl();
  const now = useMinute();
  const can = useCan();
  const problemText = useProblemText();
  const { staff: me } = useSession();
  const [add, adding] = useAddMemberDayTaskMutation();
  const [key] = useState(() => crypto.randomUUID());
  const name = memberName(member);
  const values = { day: dayWords(intl, day), years: years ?? 0 };
  const makeTask = () =>
    void add({
      memberId: member.id,
      content: {
        memo: t(`memberDay.task.${kind}`, { name, ...values }),
        task: { status: 'waiting', assignUserId: me.id, dueAt: dueOnDay(intl, day, now) },
      },
      key,
    })
      .unwrap()
      .then(
        () => showToast(t('memberDay.task.made')),
        (error: unknown) => showFailure(problemText(error)),
      );
  return (
    <PersonRow>
      <MemberAvatar member={member} size={36} />
      <RowBody strong to={paths.member(member.id)} text={name}>
        {t(day === dayOf(intl, now) ? `memberDay.${kind}.today` : `memberDay.${kind}`, values)}
      </RowBody>
      {adding.data ? (
        <Button component={Link} to={paths.task(adding.data)} variant="subtle" size="compact-sm">
          {t('memberDay.task.open')}
        </Button>
      ) : can('post.write') && can('task.write') ? (
        <Button variant="default" size="compact-sm" loading={adding.isLoading} onClick={makeTask}>
          {t('memberDay.task')}
        </Button>
      ) : null}
    </PersonRow>
  );
}
