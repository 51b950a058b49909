import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { Unfolding } from '../../../shared/ui/unfolding';
import style from './history-popover.module.css';
import { HistoryPopover } from '../later';
import { timelineTexts } from '../timeline.messages';

/** The word 'edited', which opens the earlier memos (TML-1). */
export function EditedMark(props: { postId: string; commentId?: string }) {
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  return (
    <Unfolding
      opened={() => <HistoryPopover {...props} />}
      button={
        <button
          type="button"
          className={`engawa-finger ${style.mark}`}
          title={say('timeline.history')}
        >
          {common('common.edited')}
        </button>
      }
    />
  );
}
