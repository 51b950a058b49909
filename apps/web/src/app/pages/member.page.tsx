import type { Member, MemberRef } from '@engawa/contracts';
import { IconUsers } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { MemberHead } from '../../features/members/member-head';
import { useGetMemberQuery } from '../../features/members/members.api';
import { memberTexts } from '../../features/members/members.messages';
import { PostFeed } from '../../features/timeline/feed/post-feed';
import { paths } from '../../shared/address/paths';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { PersonFrame } from './person-frame';

/** A member with everything said about them; stays mounted under its post sub-routes. */
export function MemberPage() {
  const say = useTexts(memberTexts);
  const { memberId = '' } = useParams();
  const { data: member, error, refetch } = useGetMemberQuery(memberId);
  const place = useMemo(() => ({ kind: 'member', id: memberId }) as const, [memberId]);
  return (
    <PersonFrame
      title={member ? memberName(member) : say('members.title')}
      person={member}
      error={error}
      onRetry={() => void refetch()}
      gone={{
        icon: <IconUsers size={40} stroke={1.2} />,
        title: say('members.gone'),
        text: say('members.gone.text'),
        action: say('members.gone.action'),
        to: paths.members,
      }}
    >
      {(found) => (
        <PostFeed
          key={memberId}
          place={place}
          about={refOf(found)}
          composer={!found.deleted}
          head={<MemberHead member={found} />}
        />
      )}
    </PersonFrame>
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
