import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { BriefBlock, StaffRow, WritingRow } from '../features/members/brief-parts';
import { BriefWishes } from '../features/members/brief-wishes';
import { memberBriefTexts } from '../features/members/member-brief.messages';
import { useGetMemberBriefQuery, useGetMemberQuery } from '../features/members/members.api';
import { memberTexts } from '../features/members/members.messages';
import { OpenIssues, OpenTasks } from '../features/members/open-writings';
import { paths } from '../shared/address/paths';
import { useListStaffsQuery } from '../shared/directory/directory.api';
import { memberKana, memberName } from '../shared/directory/names';
import { MemberAvatar, StaffAvatar } from '../shared/avatar/person-avatar';
import { commonTexts } from '../shared/intl/common.messages';
import { useTexts } from '../shared/intl/messages';
import { RelativeTime } from '../shared/display/relative-time';
import { FailedQueries } from '../shared/feedback/part-problem';
import { ListSkeleton } from '../shared/feedback/states';
import { paletteTexts } from './palette.messages';
import type { Peeked } from './peek.rules';

/** Talks and tasks that are named. */
const NAMES_SHOWN = 3;

/** Who somebody is, in half a minute. */
export function PeekCard({ person }: { person: Peeked }) {
  return person.kind === 'member' ? <MemberPeek id={person.id} /> : <StaffPeek id={person.id} />;
}

function MemberPeek({ id }: { id: string }) {
  const t = useTexts(memberBriefTexts);
  const words = useTexts(memberTexts);
  const own = useTexts(paletteTexts);
  const common = useTexts(commonTexts);
  const member = useGetMemberQuery(id);
  const brief = useGetMemberBriefQuery(id);
  if (!member.data) {
    return member.error ? <FailedQueries of={[member, brief]} /> : <ListSkeleton rows={2} />;
  }
  const { data } = member;
  return (
    <section aria-label={memberName(data)}>
      <Group component="header" gap={12} wrap="nowrap">
        <MemberAvatar member={data} size={56} photoUrl={data.photoUrl} />
        <Stack gap={0} flex={1} miw={0}>
          <small>{memberKana(data)}</small>
          <h2>
            <Link to={paths.member(id)} className="engawa-finger">
              {memberName(data)}
            </Link>
            {data.deleted ? <small> {common('common.resigned')}</small> : null}
          </h2>
          <small>{[data.company, data.title].filter(Boolean).join(' · ')}</small>
        </Stack>
        {data.deleted ? null : (
          <Button
            component={Link}
            to={`${paths.member(id)}?write`}
            size="compact-sm"
            leftSection={<IconPencilPlus size={16} stroke={1.5} aria-hidden="true" />}
          >
            {own('palette.peek.write')}
          </Button>
        )}
      </Group>
      {data.lastTalkedAt ? (
        <Text size="xs" c="dimmed" mt={8}>
          {words('members.talked')} <RelativeTime at={data.lastTalkedAt} />
        </Text>
      ) : null}
      {brief.data ? (
        <Stack gap={16} mt={12}>
          <BriefBlock title={t('brief.recent')} empty={t('brief.recent.none')}>
            {brief.data.recent.slice(0, NAMES_SHOWN).map((writing) => (
              <WritingRow key={writing.postId} memberId={id} writing={writing} />
            ))}
          </BriefBlock>
          <OpenIssues memberId={id} brief={brief.data} shown={NAMES_SHOWN} short />
          <BriefWishes brief={brief.data} shown={NAMES_SHOWN} />
          <OpenTasks memberId={id} brief={brief.data} shown={NAMES_SHOWN} short />
          {brief.data.staffs.length > 0 ? (
            <BriefBlock title={t('brief.staffs')} empty="">
              {brief.data.staffs.slice(0, NAMES_SHOWN).map((known) => (
                <StaffRow key={known.staff.id} known={known} />
              ))}
            </BriefBlock>
          ) : null}
        </Stack>
      ) : brief.error ? (
        <FailedQueries of={[brief]} />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </section>
  );
}

function StaffPeek({ id }: { id: string }) {
  const staffs = useListStaffsQuery();
  const staff = staffs.data?.find((one) => one.id === id);
  if (!staff) return <FailedQueries of={[staffs]} />;
  return (
    <section aria-label={staff.displayName}>
      <Group component="header" gap={12} wrap="nowrap">
        <StaffAvatar staff={staff} size={56} photoUrl={staff.photoUrl} />
        <Stack gap={0} flex={1} miw={0}>
          <h2>
            <Link to={paths.staff(id)} className="engawa-finger">
              {staff.displayName}
            </Link>
          </h2>
          <small>{staff.jobTitle}</small>
        </Stack>
      </Group>
      <Text size="xs" c="dimmed" mt={8}>
        {staff.bio}
      </Text>
    </section>
  );
}
