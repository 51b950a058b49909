import type { CoveredMember } from '@engawa/contracts';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { memberName } from '../../shared/directory/names';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useHandOverMutation } from './health.api';
import { handOverKey } from './health.rules';
import { healthTexts } from './health.messages';

/** Due time of a handover: the end of a working day. */
const DUE_AT = '18:00';

/**
 * Creates a handover task for each member in sequence: a comment on the last talk, assigned to the
 * colleague. A comment is not a talk, so that nobody counts as knowing a member before they meet.
 * Each has an idempotency key, so that repeating creates nothing twice.
 */
export function useHandOver() {
  const t = useTexts(healthTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [send] = useHandOverMutation();
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const running = useRef(false);

  const handOne = async (covered: CoveredMember, to: string, due: string): Promise<void> => {
    const { member, staff, posts, lastPostId: postId } = covered;
    const memo = t('health.handover.memo', {
      member: memberName(member),
      staff: staff.displayName,
      count: posts,
    });
    const dueAt = due ? fromLocalField(intl, `${due}T${DUE_AT}`) : null;
    try {
      await send({
        key: handOverKey({ postId, memberId: member.id, to, due }),
        postId,
        input: {
          memo,
          mentions: [to],
          labelIds: [],
          task: { status: 'waiting', assignUserId: to, dueAt },
          attachmentIds: [],
        },
      }).unwrap();
    } catch (error) {
      // The same handover in another language: it already exists.
      if (problemFrom(error).code !== 'request.idempotency-mismatch') throw error;
    }
    setMade((before) => new Set([...before, member.id]));
  };

  const start = async (chosen: readonly CoveredMember[], to: string, due: string) => {
    if (running.current || to === '' || chosen.length === 0) return;
    running.current = true;
    let failed: unknown = null;
    let done = 0;
    for (const covered of chosen) {
      setProgress({ done, all: chosen.length });
      try {
        await handOne(covered, to, due);
        done += 1;
      } catch (error) {
        failed = error;
      }
    }
    setProgress(null);
    running.current = false;
    if (done > 0) showToast(t('health.handover.done', { count: done }));
    if (failed) {
      const left = t('health.handover.failed', { count: chosen.length - done });
      showFailure(`${problemText(failed)} ${left}`);
    }
  };
  return { made, progress, start };
}
