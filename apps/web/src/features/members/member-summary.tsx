import '@mantine/core/styles/SimpleGrid.css';
import type { Member } from '@engawa/contracts';
import { paths } from '../../shared/address/paths';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { ProblemNotice } from '../../shared/feedback/states';
import { QuietLink } from '../../shared/display/quiet-link';
import { useTexts } from '../../shared/intl/messages';
import { memberBriefTexts } from './member-brief.messages';
import { useMemberHistory } from './member-history';
import { memberPageTexts } from './member-page.messages';
import { useGetMemberBriefQuery } from './members.api';
import { OpenIssues, OpenTasks } from './open-writings';
import style from './members.module.css';
import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';

/** Most people; the tab has all. */
const PEOPLE_SHOWN = 3;

/** The brief as head of the page: who knows the member, and what is open (MBR-7). */
export function MemberSummary({ member }: { member: Member }) {
  const t = useTexts(memberBriefTexts);
  const { id } = member;
  const { currentData: brief, error, refetch } = useGetMemberBriefQuery(id);
  if (error && !brief) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!brief) {
    return (
      <Stack gap="sm" mt="sm" aria-busy="true">
        <Skeleton width="60%" />
        {member.openIssues > 0 ? <Skeleton width="80%" /> : null}
      </Stack>
    );
  }
  return (
    <Stack gap="sm" mt="sm">
      {brief.staffs.length > 0 ? (
        <Group component="p" gap="4px 16px" fz="sm">
          <small className={style.known}>{t('brief.staffs')}</small>
          {brief.staffs.slice(0, PEOPLE_SHOWN).map(({ staff, posts }) => (
            <QuietLink key={staff.id} to={paths.staff(staff.id)}>
              <Group component="span" gap={8} wrap="nowrap">
                <StaffAvatar staff={staff} size={24} />
                {staff.displayName}
                <small>{t('brief.staffs.count', { count: posts })}</small>
              </Group>
            </QuietLink>
          ))}
        </Group>
      ) : null}
      {brief.openIssues > 0 || brief.openTasks > 0 ? (
        <SimpleGrid
          cols={{ base: 1, sm: brief.openIssues > 0 && brief.openTasks > 0 ? 2 : 1 }}
          spacing={32}
          verticalSpacing={16}
        >
          <OpenIssues memberId={id} brief={brief} short />
          <OpenTasks memberId={id} brief={brief} short />
        </SimpleGrid>
      ) : null}
    </Stack>
  );
}

/** Facts of the system in one quiet line: joined, imported, type changed, merged. */
export function MemberHistoryLine(props: {
  member: Member;
  /** Stands below the member's facts, which have the day of joining. */
  besidesFacts?: boolean;
}) {
  const t = useTexts(memberPageTexts);
  const history = useMemberHistory(props.member).facts;
  const facts = props.besidesFacts ? history.filter(({ id }) => id !== 'since') : history;
  return (
    <Group
      component="p"
      gap="4px 16px"
      mt={12}
      fz="xs"
      c="var(--e-faint)"
      role="note"
      aria-label={t('memberPage.history.line')}
    >
      {facts.map(({ id, words }) => (
        <span key={id}>{words}</span>
      ))}
    </Group>
  );
}
