import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { Part } from '../../shared/layout/part';
import { LoadMore } from '../../shared/list/load-more';
import { RowList } from '../../shared/list/row-list';
import { Entry } from './audit-entry';
import { useListAuditEntriesInfiniteQuery } from './space-records.api';
import { spaceRecordTexts } from './space-records.messages';
import { Box } from '@mantine/core';

/** Who changed which field of a member, for those who may read the audit log. */
export function MemberAudit({ memberId }: { memberId: string }) {
  const t = useTexts(spaceRecordTexts);
  const list = useListAuditEntriesInfiniteQuery(
    { targetId: memberId },
    { refetchOnMountOrArgChange: true },
  );
  const entries = list.currentData?.pages.flatMap((page) => page.items) ?? [];
  if (list.currentData && entries.length === 0) return null;
  return (
    <Part title={t('audit.member')}>
      {list.isError && entries.length === 0 ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : list.currentData ? (
        <RowList>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </RowList>
      ) : (
        <ListSkeleton rows={3} />
      )}
      <Box mt="md">
        <LoadMore list={list}>{t('audit.more')}</LoadMore>
      </Box>
    </Part>
  );
}
