import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Handover, Happening } from '@engawa/contracts';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconCheck, IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { StaffFace } from '../../shared/directory/person-face';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { PageFrame } from '../../shared/ui/page-frame';
import { RelativeTime } from '../../shared/ui/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { useNarrow } from '../../shared/ui/use-wide';
import {
  useConfirmMustReadMutation,
  useGetHandoverQuery,
  useMarkHandoverSeenMutation,
} from './handover.api';
import { handoverTexts } from './handover.messages';
import style from './handover.module.css';
import {
  handoverRanges,
  type HandoverRange,
  questionOf,
  readRange,
  shownSections,
} from './handover.rules';

/** What happened since one was last here, on one page (INS-4). */
export function HandoverPage() {
  const say = useTexts(handoverTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const narrow = useNarrow();
  const [params, setParams] = useSearchParams();
  const range = readRange(params);
  const [now] = useState(() => Date.now());
  const { currentData, error, isFetching, refetch } = useGetHandoverQuery(questionOf(range, now), {
    refetchOnMountOrArgChange: true,
  });
  const [markSeen, marking] = useMarkHandoverSeenMutation();
  const sections = currentData ? shownSections(currentData) : [];

  const seen = (until: string) =>
    markSeen(until)
      .unwrap()
      .then(
        () => {
          showToast(say('handover.seen.done'));
          setParams({}, { replace: true });
          if (range === 'last') void refetch();
        },
        (problem: unknown) => showFailure(problemText(problem)),
      );
  const choose = (next: string) =>
    setParams(next === 'last' ? {} : { since: next }, { replace: true });
  const ranges = handoverRanges.map((value: HandoverRange) => ({
    value,
    label: say(`handover.since.${value}`),
  }));
  return (
    <PageFrame
      title={say('handover.title')}
      width={760}
      aside={
        narrow ? (
          <NativeSelect
            aria-label={say('handover.since')}
            value={range}
            data={ranges}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        ) : (
          <SegmentedControl
            size="sm"
            className={style.ranges}
            aria-label={say('handover.since')}
            value={range}
            onChange={choose}
            data={ranges}
          />
        )
      }
    >
      {currentData ? (
        <div className={style.head}>
          <p>{say('handover.range', { since: exactDateTime(intl, currentData.since) })}</p>
          <Button
            leftSection={<IconChecks size={18} stroke={1.5} aria-hidden="true" />}
            loading={marking.isLoading}
            onClick={() => void seen(currentData.until)}
          >
            {say('handover.seen')}
          </Button>
        </div>
      ) : null}
      {error && !currentData ? (
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      ) : null}
      {isFetching && !currentData ? <ListSkeleton rows={6} /> : null}
      {currentData && sections.length === 0 ? (
        <EmptyState
          icon={<IconChecks size={40} stroke={1.2} />}
          title={say('handover.empty')}
          action={
            <Button component={Link} to={paths.timeline} variant="default">
              {say('handover.empty.action')}
            </Button>
          }
        >
          {say('handover.empty.text')}
        </EmptyState>
      ) : null}
      {sections.map((section) => (
        <Section key={section.kind} section={section} />
      ))}
    </PageFrame>
  );
}

function Section({ section }: { section: Handover['sections'][number] }) {
  const say = useTexts(handoverTexts);
  const { kind, count, items } = section;
  const name = say(`handover.${kind}`);
  const more = count - items.length;
  return (
    <section className={style.section} aria-label={name} data-kind={kind}>
      <h2>
        {name}
        <span className={style.count}>
          {say('handover.count', { count: count >= 500 ? '500+' : count })}
        </span>
        {kind === 'mustRead' ? <small>{say('handover.mustRead.text')}</small> : null}
      </h2>
      <ul className={style.list}>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
      {more > 0 ? (
        <p className={style.more}>
          {say('handover.more', { count: count >= 500 ? `${more}+` : more })}
        </p>
      ) : null}
    </section>
  );
}

function Row({ item }: { item: Happening }) {
  const say = useTexts(handoverTexts);
  const problemText = useProblemText();
  const [confirm, confirming] = useConfirmMustReadMutation();
  const { actor } = item;
  const to =
    item.kind === 'taskHandedToMe' || item.kind === 'taskDone'
      ? paths.task(item.commentId ?? item.postId)
      : postPath({ kind: 'all' }, item.postId, { comments: true, commentId: item.commentId });
  return (
    <li className={style.row}>
      <Link to={to} className={style.link}>
        {actor ? <StaffFace staff={actor} size={28} /> : <span />}
        <span className={style.text}>
          <span className={style.excerpt}>{item.excerpt || say('handover.noMemo')}</span>
          <small>
            {actor ? `${actor.displayName} · ` : ''}
            <RelativeTime at={item.at} />
          </small>
        </span>
      </Link>
      {item.kind === 'mustRead' ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={confirming.isLoading}
          leftSection={<IconCheck size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() =>
            void confirm(item.postId)
              .unwrap()
              .then(
                () => showToast(say('handover.confirmed')),
                (error: unknown) => showFailure(problemText(error)),
              )
          }
        >
          {say('handover.confirm')}
        </Button>
      ) : null}
    </li>
  );
}
