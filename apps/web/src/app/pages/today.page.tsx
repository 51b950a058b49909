import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AwayPart } from '../../features/handover/away.part';
import { useGetTodayQuery, useSetFirstPageMutation } from '../../features/handover/handover.api';
import { handoverTexts } from '../../features/handover/handover.messages';
import { questionOf, readRange } from '../../features/handover/handover.rules';
import { MustReadsPart } from '../../features/handover/must-reads.part';
import style from '../../features/handover/today.module.css';
import { isForWriting } from '../../shared/ui/for-writing';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSession } from '../../shared/session/use-session';
import { PageFrame } from '../../shared/ui/page-frame';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure } from '../../shared/ui/toast.store';
import { ReachOutPart } from './today-reach-out';
import { WaitingPart } from './today-waiting';

/** j and k move between rows, Enter opens one, e completes it. */
function useRowKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.defaultPrevented || isForWriting(event.target)) return;
      const rows = [...document.querySelectorAll<HTMLElement>('#content [data-row]')];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[at < 0 ? 0 : at + (event.key === 'j' ? 1 : -1)];
        next?.querySelector<HTMLElement>('a')?.focus();
        if (next) event.preventDefault();
      } else if (event.key === 'e' && at >= 0) {
        // The row disappears; its neighbour gets the focus, so that the keys continue there.
        const done = rows[at]?.querySelector<HTMLElement>('[data-done]');
        if (!done) return;
        event.preventDefault();
        done.click();
        (rows[at + 1] ?? rows[at - 1])?.querySelector<HTMLElement>('a')?.focus();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** The page to open the day with and to hand over the shift (INS-4). */
export function TodayPage() {
  const say = useTexts(handoverTexts);
  const problemText = useProblemText();
  const { firstPage } = useSession();
  const [setFirstPage] = useSetFirstPageMutation();
  const range = readRange(useSearchParams()[0]);
  const [now] = useState(() => Date.now());
  const { currentData, error, refetch } = useGetTodayQuery(questionOf(range, now), {
    refetchOnMountOrArgChange: true,
  });
  useRowKeys();
  return (
    <PageFrame title={say('today.title')} width={760}>
      {currentData ? (
        <>
          <MustReadsPart mustReads={currentData.mustReads} />
          <WaitingPart tasks={currentData.tasks} mentions={currentData.mentions} />
          <ReachOutPart reachOut={currentData.reachOut} />
          <AwayPart today={currentData} />
        </>
      ) : error ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
      <div className={style.first}>
        <Checkbox
          size="sm"
          label={say('today.first')}
          checked={firstPage === 'today'}
          onChange={(event) => {
            void setFirstPage(event.currentTarget.checked ? 'today' : 'timeline')
              .unwrap()
              .catch((problem: unknown) => showFailure(problemText(problem)));
          }}
        />
      </div>
    </PageFrame>
  );
}
