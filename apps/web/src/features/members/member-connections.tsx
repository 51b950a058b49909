import '@mantine/core/styles/SimpleGrid.css';
import { SimpleGrid } from '@mantine/core';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { BriefBlock, ConnectionRow, StaffRow } from './brief-parts';
import { memberBriefTexts } from './member-brief.messages';
import { useGetMemberBriefQuery } from './members.api';

/** The staff who know the member best, and members often named together with them. */
export function MemberConnections({ memberId }: { memberId: string }) {
  const t = useTexts(memberBriefTexts);
  const { currentData: brief, error, refetch } = useGetMemberBriefQuery(memberId);
  if (error && !brief) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!brief) return <ListSkeleton rows={4} />;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={32} verticalSpacing={16}>
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
    </SimpleGrid>
  );
}
