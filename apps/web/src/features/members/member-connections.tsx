import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { BriefBlock, ConnectionRow, StaffRow } from './brief-parts';
import { memberBriefTexts } from './member-brief.messages';
import style from './member-page.module.css';
import { useGetMemberBriefQuery } from './members.api';

/** The staff who know the member best, and members often named together with them. */
export function MemberConnections({ memberId }: { memberId: string }) {
  const t = useTexts(memberBriefTexts);
  const { currentData: brief, error, refetch } = useGetMemberBriefQuery(memberId);
  if (error && !brief) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!brief) return <ListSkeleton rows={4} />;
  return (
    <div className={style.pair}>
      <BriefBlock title={t('brief.staffs')} empty={t('brief.staffs.none')}>
        {brief.staffs.map((known) => (
          <StaffRow key={known.staff.id} known={known} />
        ))}
      </BriefBlock>
      <BriefBlock title={t('brief.connections')} empty={t('brief.connections.none')}>
        {brief.connections.map((connection) => (
          <ConnectionRow key={connection.member.id} connection={connection} />
        ))}
      </BriefBlock>
    </div>
  );
}
