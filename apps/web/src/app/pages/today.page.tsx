import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { AwayPart } from '../../features/handover/away.part';
import { useGetTodayQuery } from '../../features/handover/handover.api';
import { handoverTexts } from '../../features/handover/handover.messages';
import { todayArgsOf, readRange } from '../../features/handover/handover.rules';
import { FirstRun } from '../../features/first-run/first-run';
import { MustReadsPart } from '../../features/handover/must-reads.part';
import { TodayMatches } from '../../features/matches/matches.part';
import { dayOf } from '../../shared/directory/due.rules';
import { dayHeading } from '../../shared/intl/dates';
import { commandKey } from '../../shared/rows/command-key';
import { RowKeys, rowKeys, walkKeys } from '../../shared/rows/keys';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { useSetOwnChoicesMutation } from '../../shared/session/own-choices.api';
import { useSession } from '../../shared/session/use-session';
import { PageFrame } from '../../shared/layout/page-frame';
import { ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { showFailure } from '../../shared/feedback/toast.store';
import { MemberDaysPart } from './today-member-days';
import { ReachOutPart } from './today-reach-out';
import { WaitingPart } from './today-waiting';
import style from './today.module.css';

/** j and k move between rows, Enter opens one, e completes it, w puts it off until tomorrow. */
function useRowKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = commandKey(event);
      const rows = [...document.querySelectorAll<HTMLElement>('#content [data-row]')];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (key === walkKeys.down || key === walkKeys.up) {
        const next = rows[at < 0 ? 0 : at + (key === walkKeys.down ? 1 : -1)];
        next?.querySelector<HTMLElement>('a')?.focus();
        if (next) event.preventDefault();
      } else if (key === rowKeys.tomorrow && !event.repeat) {
        const later = rows[at]?.querySelector<HTMLElement>('[data-later]');
        if (!later) return;
        event.preventDefault();
        later.click();
        rows[at]?.querySelector<HTMLElement>('a')?.focus();
      } else if (key === rowKeys.finish && !event.repeat) {
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
  const t = useTexts(handoverTexts);
  const problemText = useProblemText();
  const intl = useIntl();
  const { firstPage } = useSession();
  const [setOwnChoices] = useSetOwnChoicesMutation();
  const range = readRange(useSearchParams()[0]);
  const [now] = useState(() => Date.now());
  const { currentData, error, refetch } = useGetTodayQuery(todayArgsOf(range, now), {
    refetchOnMountOrArgChange: true,
  });
  useRowKeys();
  return (
    <PageFrame
      title={t('today.title')}
      aside={<time dateTime={dayOf(intl, now)}>{dayHeading(intl, now)}</time>}
    >
      <div className={style.first}>
        <FirstRun />
      </div>
      {currentData ? (
        <RowKeys value>
          <div className={style.day}>
            <div>
              <MustReadsPart mustReads={currentData.mustReads} />
              <WaitingPart tasks={currentData.tasks} mentions={currentData.mentions} />
            </div>
            <div className={style.people}>
              <ReachOutPart reachOut={currentData.reachOut} />
              <MemberDaysPart memberDays={currentData.memberDays} />
            </div>
            <div>
              <TodayMatches matches={currentData.matches} />
              <AwayPart today={currentData} />
              <Group justify="center">
                <Checkbox
                  size="sm"
                  label={t('today.first')}
                  checked={firstPage === 'today'}
                  onChange={(event) => {
                    void setOwnChoices({
                      firstPage: event.currentTarget.checked ? 'today' : 'timeline',
                    })
                      .unwrap()
                      .catch((problem: unknown) => showFailure(problemText(problem)));
                  }}
                />
              </Group>
            </div>
          </div>
        </RowKeys>
      ) : error ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton cards rows={4} />
      )}
    </PageFrame>
  );
}
