import { Suspense, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import style from './history-popover.module.css';
import { HistoryPopover } from './later';
import { timelineTexts } from './timeline.messages';

/** The word 'edited', which unfolds the earlier memos (TML-1). */
export function EditedMark(props: { postId: string; commentId?: string }) {
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const [wanted, setWanted] = useState(false);
  const mark = (
    <button
      type="button"
      className={`engawa-finger ${style.mark}`}
      aria-expanded={false}
      title={say('timeline.history')}
      onClick={() => setWanted(true)}
    >
      {common('common.edited')}
    </button>
  );
  if (!wanted) return mark;
  return (
    <Suspense fallback={mark}>
      <HistoryPopover {...props} />
    </Suspense>
  );
}
