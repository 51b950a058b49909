import type { StandingMerge } from '@engawa/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { LoadMore } from '../../shared/list/load-more';
import { Part } from '../../shared/layout/part';
import { RelativeTime } from '../../shared/display/relative-time';
import { Row, RowList } from '../../shared/list/row-list';
import { Note } from '../../shared/display/note';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useListMemberMergesInfiniteQuery } from './member-csv.api';
import { memberSettingTexts } from './member-setting.messages';

/** Active merges, the latest first; each can be undone (MBR-5). */
export function Merges(props: {
  /** The merged member whose merge is being undone. */
  undoing?: string;
  onUndo: (merge: StandingMerge) => void;
}) {
  const t = useTexts(memberSettingTexts);
  const common = useTexts(commonTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const list = useListMemberMergesInfiniteQuery();
  const merges = list.data?.pages.flatMap((page) => page.items) ?? [];
  const staffName = (id: string) => staffs.find((staff) => staff.id === id)?.displayName ?? '';
  return (
    <Part title={t('memberSetting.merged')} lead={t('memberSetting.merged.lead')}>
      {list.isLoading ? <ListSkeleton rows={2} /> : null}
      {list.isError && !list.data ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && merges.length === 0 ? (
        <Note>{t('memberSetting.merged.empty')}</Note>
      ) : null}
      {merges.length > 0 ? (
        <RowList>
          {merges.map((merge) => (
            <Row key={merge.other.id} columns="36px minmax(0, 1fr) auto">
              <MemberAvatar member={merge.kept} size={36} />
              <Stack component="span" gap={0} miw={0}>
                <Group component="span" gap="xs">
                  {displayNameOf(merge.other)}
                  <IconArrowRight size={16} stroke={1.5} aria-label={t('memberSetting.into')} />
                  <Link to={paths.member(merge.kept.id)}>{displayNameOf(merge.kept)}</Link>
                </Group>
                <small>
                  {staffName(merge.mergedBy)} <RelativeTime at={merge.mergedAt} />
                </small>
              </Stack>
              <Button
                variant="default"
                size="compact-sm"
                loading={props.undoing === merge.other.id}
                aria-label={t('memberSetting.merge.undo.of', { name: displayNameOf(merge.other) })}
                onClick={() => props.onUndo(merge)}
              >
                {common('common.undo')}
              </Button>
            </Row>
          ))}
        </RowList>
      ) : null}
      <LoadMore list={list}>{t('memberSetting.merged.more')}</LoadMore>
    </Part>
  );
}

function displayNameOf(member: StandingMerge['other']): string {
  return [memberName(member), member.company].filter(Boolean).join(' · ');
}
