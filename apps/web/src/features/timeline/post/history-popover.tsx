import '../../../shared/theme/floating-sheets';
import { Popover } from '@mantine/core';
import { useListStaffsQuery } from '../../../shared/directory/directory.api';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { RelativeTime } from '../../../shared/ui/relative-time';
import { Bone, ProblemNotice } from '../../../shared/ui/states';
import { useUnfolded } from '../../../shared/ui/unfolding';
import { useListHistoryQuery } from './history.api';
import style from './history-popover.module.css';
import { timelineTexts } from '../timeline.messages';

function Entries(props: { postId: string; commentId?: string }) {
  const say = useTexts(timelineTexts);
  const { data, error, refetch } = useListHistoryQuery(props, { refetchOnMountOrArgChange: true });
  const { data: staffs = [] } = useListStaffsQuery();
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Bone />;
  if (data.length === 0) return <p className={style.none}>{say('timeline.history.none')}</p>;
  return data.map((entry) => (
    <div key={entry.editedAt} className={style.entry}>
      <p className={style.head}>
        {staffs.find((staff) => staff.id === entry.editedBy)?.displayName}{' '}
        <RelativeTime at={entry.editedAt} />
      </p>
      <p className={style.memo}>{entry.memo}</p>
    </div>
  ));
}

/** The word 'edited' with the earlier memos open. */
export function HistoryPopover(props: { postId: string; commentId?: string }) {
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const { target, isOpen, change } = useUnfolded();
  return (
    <Popover opened={isOpen} onChange={change} width={340} position="bottom-start" withinPortal>
      <Popover.Target>
        <button
          ref={target}
          type="button"
          className={`engawa-finger ${style.mark}`}
          aria-expanded={isOpen}
          title={say('timeline.history')}
          onClick={() => change(!isOpen)}
        >
          {common('common.edited')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={style.list} aria-label={say('timeline.history')}>
        {isOpen ? <Entries {...props} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}
