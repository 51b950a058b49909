import type { Member, MemberRef } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { MemberHead } from '../../features/members/member-head';
import { useGetMemberQuery } from '../../features/members/members.api';
import { memberTexts } from '../../features/members/members.messages';
import { PostFeed } from '../../features/timeline/post-feed';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { usePageTitle } from '../../shared/ui/page-frame';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import style from './person.module.css';

/** One member with everything that was said about them; stays mounted under its post sub-routes. */
export function MemberPage() {
  const say = useTexts(memberTexts);
  const { memberId = '' } = useParams();
  const { data: member, error, refetch } = useGetMemberQuery(memberId);
  const place = useMemo(() => ({ kind: 'member', id: memberId }) as const, [memberId]);
  usePageTitle(member ? memberName(member) : say('members.title'));
  if (error && !member) {
    return (
      <div className={style.page}>
        {problemFrom(error).status === 404 ? (
          <EmptyState
            icon={<IconUsers size={40} stroke={1.2} />}
            title={say('members.gone')}
            action={
              <Button component={Link} to={paths.members} variant="default">
                {say('members.gone.action')}
              </Button>
            }
          >
            {say('members.gone.text')}
          </EmptyState>
        ) : (
          <ProblemNotice error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  if (!member) {
    return (
      <div className={style.page}>
        <ListSkeleton rows={6} />
      </div>
    );
  }
  return (
    <PostFeed
      key={memberId}
      place={place}
      about={refOf(member)}
      composer={!member.deleted}
      head={<MemberHead member={member} />}
    />
  );
}

function refOf(member: Member): MemberRef {
  const { id, familyName, firstName, familyNameKana, firstNameKana, company } = member;
  const { photoUrl, thumbPhotoUrl, deleted } = member;
  return {
    id,
    familyName,
    firstName,
    familyNameKana,
    firstNameKana,
    company,
    photoUrl,
    thumbPhotoUrl,
    deleted,
  };
}
