import type { StandingMerge } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { memberKana, memberName } from '../../shared/directory/names';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Face } from '../../shared/ui/face';
import { RelativeTime } from '../../shared/ui/relative-time';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { useListMemberMergesInfiniteQuery } from './member-csv.api';
import { memberSettingTexts } from './member-setting.messages';
import style from './member-setting.module.css';

/** Merges that stand, the last first; each can be taken back (MBR-5). */
export function Merges({ onUndo }: { onUndo: (merge: StandingMerge) => void }) {
  const say = useTexts(memberSettingTexts);
  const common = useTexts(commonTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const list = useListMemberMergesInfiniteQuery();
  const merges = list.data?.pages.flatMap((page) => page.items) ?? [];
  const staffName = (id: string) => staffs.find((staff) => staff.id === id)?.displayName ?? '';
  return (
    <section aria-labelledby="merges">
      <h2 id="merges" className={style.heading}>
        {say('memberSetting.merged')}
      </h2>
      <p className={style.lead}>{say('memberSetting.merged.lead')}</p>
      {list.isLoading ? <ListSkeleton rows={2} /> : null}
      {list.isError && !list.data ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && merges.length === 0 ? (
        <p className={style.none}>{say('memberSetting.merged.empty')}</p>
      ) : null}
      {merges.length > 0 ? (
        <ul className={style.list}>
          {merges.map((merge) => (
            <li key={merge.other.id} className={style.row}>
              <Face
                id={merge.kept.id}
                name={memberName(merge.kept)}
                kana={memberKana(merge.kept)}
                photoUrl={merge.kept.thumbPhotoUrl}
                size={36}
              />
              <span className={style.who}>
                <span className={style.merge}>
                  {said(merge.other)}
                  <IconArrowRight size={16} stroke={1.5} aria-label={say('memberSetting.into')} />
                  <Link to={paths.member(merge.kept.id)}>{said(merge.kept)}</Link>
                </span>
                <small>
                  {staffName(merge.mergedBy)} <RelativeTime at={merge.mergedAt} />
                </small>
              </span>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={say('memberSetting.merge.undo.of', { name: said(merge.other) })}
                onClick={() => onUndo(merge)}
              >
                {common('common.undo')}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {list.hasNextPage ? (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {say('memberSetting.merged.more')}
        </Button>
      ) : null}
    </section>
  );
}

function said(member: StandingMerge['other']): string {
  return [memberName(member), member.company && `（${member.company}）`].filter(Boolean).join('');
}
