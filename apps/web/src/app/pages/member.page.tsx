import type { Member, MemberRef } from '@engawa/contracts';
import { IconUsers } from '@tabler/icons-react';
import { Suspense, useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { MemberAside } from '../../features/members/member-aside';
import { MemberHead } from '../../features/members/member-head';
import {
  type MemberTab,
  memberTabQuery,
  readMemberTab,
} from '../../features/members/member-tab.rules';
import { MemberPanel, MemberTabs } from '../../features/members/member-tabs';
import { useGetMemberBriefQuery, useGetMemberQuery } from '../../features/members/members.api';
import { memberTexts } from '../../features/members/members.messages';
import { PostFeed } from '../../features/timeline/feed/post-feed';
import { paths } from '../../shared/address/paths';
import { type FeedPlace, postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { PartProblem } from '../../shared/feedback/part-problem';
import { ListSkeleton } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { useWide } from '../../shared/layout/use-wide';
import { lazyPart } from '../../shared/lazy/lazy-part';
import { useCan } from '../../shared/session/use-session';
import { PersonFrame } from './person-frame';

const MemberTasks = lazyPart(
  async () => (await import('../../features/tasks/member-tasks.part')).MemberTasks,
);
const MemberConnections = lazyPart(
  async () => (await import('../../features/members/member-connections')).MemberConnections,
);
const MemberRecord = lazyPart(
  async () => (await import('../../features/members/member-record')).MemberRecord,
);
const MemberAudit = lazyPart(
  async () => (await import('../../features/space-records/member-audit.part')).MemberAudit,
);

/** A member with everything said about them; stays mounted under its post sub-routes. */
export function MemberPage() {
  const t = useTexts(memberTexts);
  const { memberId = '' } = useParams();
  const [params] = useSearchParams();
  const tab = readMemberTab(params);
  const wide = useWide();
  const { currentData: member, error, refetch } = useGetMemberQuery(memberId);
  // The tab stays in the address while a thread is open beside it.
  const place = useMemo((): FeedPlace => {
    const address = memberTabQuery(tab);
    return { kind: 'member', id: memberId, ...(address ? { filter: { address, query: {} } } : {}) };
  }, [memberId, tab]);
  return (
    <PersonFrame
      title={member ? memberName(member) : t('members.title')}
      person={member}
      error={error}
      onRetry={() => void refetch()}
      gone={{
        icon: <IconUsers size={40} stroke={1.2} />,
        title: t('members.gone'),
        text: t('members.gone.text'),
        action: t('members.gone.action'),
        to: paths.members,
      }}
    >
      {(found) => (
        <PostFeed
          key={memberId}
          place={place}
          about={refOf(found)}
          composer={!found.deleted}
          head={
            <>
              <MemberHead member={found} brief={!wide} />
              <Tabs member={found} tab={tab} />
            </>
          }
          aside={<MemberAside member={found} tab={tab} />}
          instead={tab === 'posts' ? undefined : <Panel member={found} tab={tab} place={place} />}
        />
      )}
    </PersonFrame>
  );
}

function Tabs({ member, tab }: { member: Member; tab: MemberTab }) {
  const { currentData: brief } = useGetMemberBriefQuery(member.id);
  const counts = { posts: member.posts, tasks: brief?.openTasks ?? null };
  return <MemberTabs memberId={member.id} tab={tab} counts={counts} />;
}

/** The tabs other than posts. */
function Panel({ member, tab, place }: { member: Member; tab: MemberTab; place: FeedPlace }) {
  const can = useCan();
  const navigate = useNavigate();
  const { currentData: brief, error, refetch } = useGetMemberBriefQuery(member.id);
  return (
    <MemberPanel tab={tab}>
      <Suspense fallback={<ListSkeleton rows={4} />}>
        {tab === 'tasks' && error && !brief ? (
          <PartProblem error={error} onRetry={() => void refetch()} />
        ) : tab === 'tasks' ? (
          <MemberTasks
            memberId={member.id}
            taskIds={brief?.taskIds}
            onOpen={({ postId, commentId }) =>
              void navigate(postPath(place, postId, { comments: true, commentId }))
            }
          />
        ) : tab === 'connections' ? (
          <MemberConnections memberId={member.id} />
        ) : (
          <MemberRecord
            member={member}
            audit={can('audit.read') ? <MemberAudit memberId={member.id} /> : null}
          />
        )}
      </Suspense>
    </MemberPanel>
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
