import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { LazyMenu } from '../../../shared/lazy/lazy-menu';
import { HistoryPopover } from '../lazy-parts';
import { timelineTexts } from '../timeline.messages';

/** The word 'edited', which opens the earlier memos (TML-1). */
export function EditedMark(props: { postId: string; commentId?: string }) {
  const t = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  return (
    <LazyMenu
      opened={() => <HistoryPopover {...props} />}
      button={
        <button type="button" className="engawa-finger" data-tip={t('timeline.history')}>
          {common('common.edited')}
        </button>
      }
    />
  );
}
