import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { MemberFace } from '../../shared/directory/person-face';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { RelativeTime } from '../../shared/ui/relative-time';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { showFailure, showToast } from '../../shared/ui/toast.store';
import { useNarrow } from '../../shared/ui/use-wide';
import { EngawaDrawing } from './engawa-drawing';
import {
  useGetHandoverQuery,
  useListHandoverPostsQuery,
  useMarkHandoverSeenMutation,
} from './handover.api';
import { handoverTexts } from './handover.messages';
import {
  type AwayGroup,
  type AwayRow,
  groupByMember,
  handoverRanges,
  happeningsOf,
  leftOut,
  questionOf,
  readRange,
} from './handover.rules';
import style from './today.module.css';

/** What happened since the reader was last here, by member (INS-4). */
export function AwayPart() {
  const say = useTexts(handoverTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [params, setParams] = useSearchParams();
  const range = readRange(params);
  const [now] = useState(() => Date.now());
  const { currentData, error, refetch } = useGetHandoverQuery(questionOf(range, now), {
    refetchOnMountOrArgChange: true,
  });
  const ids = useMemo(
    () => [...new Set(currentData ? happeningsOf(currentData).map(({ postId }) => postId) : [])],
    [currentData],
  );
  const posts = useListHandoverPostsQuery(ids, { skip: ids.length === 0 });
  const [markSeen, marking] = useMarkHandoverSeenMutation();

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
  const failed = (!currentData && error) || (ids.length > 0 && !posts.currentData && posts.error);
  const found = ids.length === 0 ? [] : posts.currentData;
  const groups = currentData && found ? groupByMember(currentData, found) : undefined;
  const total = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  const more = currentData ? leftOut(currentData) : 0;
  return (
    <section className={style.section} aria-label={say('today.away')} data-kind="away">
      <div className={style.head}>
        <h2>
          {say('today.away')}
          {total > 0 ? (
            <span className={style.count}>{say('handover.count', { count: total })}</span>
          ) : null}
        </h2>
        <RangeChoice
          range={range}
          onChoose={(next) => setParams(next === 'last' ? {} : { since: next }, { replace: true })}
        />
      </div>
      {currentData ? (
        <p className={style.since}>
          {say('handover.range', { since: exactDateTime(intl, currentData.since) })}
        </p>
      ) : null}
      {failed ? (
        <ProblemNotice
          error={failed}
          onRetry={() => void (currentData ? posts.refetch() : refetch())}
        />
      ) : !groups ? (
        <ListSkeleton rows={4} />
      ) : groups.length === 0 ? (
        <EmptyState
          icon={<EngawaDrawing />}
          title={say('handover.empty')}
          action={
            <Button component={Link} to={paths.timeline} variant="default">
              {say('handover.empty.action')}
            </Button>
          }
        >
          {say('handover.empty.text')}
        </EmptyState>
      ) : (
        groups.map((group) => <Group key={group.member?.id ?? ''} group={group} />)
      )}
      {more > 0 ? <p className={style.more}>{say('handover.more', { count: more })}</p> : null}
      {currentData ? (
        <p className={style.end}>
          <Button
            leftSection={<IconChecks size={18} stroke={1.5} aria-hidden="true" />}
            loading={marking.isLoading}
            onClick={() => void seen(currentData.until)}
          >
            {say('handover.seen')}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

function RangeChoice(props: { range: string; onChoose: (range: string) => void }) {
  const say = useTexts(handoverTexts);
  const narrow = useNarrow();
  const ranges = handoverRanges.map((value) => ({ value, label: say(`handover.since.${value}`) }));
  return narrow ? (
    <NativeSelect
      aria-label={say('handover.since')}
      value={props.range}
      data={ranges}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    />
  ) : (
    <SegmentedControl
      size="xs"
      className={style.ranges}
      aria-label={say('handover.since')}
      value={props.range}
      onChange={props.onChoose}
      data={ranges}
    />
  );
}

function Group({ group: { member, rows } }: { group: AwayGroup }) {
  const say = useTexts(handoverTexts);
  return (
    <div className={style.group}>
      {member ? <MemberFace member={member} size={36} /> : <span />}
      <div className={style.body}>
        <h3>
          {member ? (
            <Link to={paths.member(member.id)} className="engawa-finger">
              {memberName(member)}
            </Link>
          ) : (
            say('today.away.nobody')
          )}
          {member?.company ? <small>{member.company}</small> : null}
        </h3>
        <ul>
          {rows.map((row) => (
            <Row key={row.post.id} row={row} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Row({ row: { post, counts, at } }: { row: AwayRow }) {
  const say = useTexts(handoverTexts);
  const kinds = [
    counts.issueOpened ? say('today.away.issueOpened') : '',
    counts.issueClosed ? say('today.away.issueClosed') : '',
    counts.taskHandedToMe ? say('today.away.taskHandedToMe') : '',
    counts.taskDone ? say('today.away.taskDone') : '',
    counts.commentWritten ? say('today.away.comments', { count: counts.commentWritten }) : '',
  ].filter(Boolean);
  return (
    <li data-row>
      <Link to={postPath({ kind: 'all' }, post.id, { comments: true })} className={style.event}>
        <span className={style.excerpt}>{post.memo || say('handover.noMemo')}</span>
        <small>
          {[...(kinds.length > 0 ? kinds : [say('today.away.post')]), post.owner.displayName].join(
            ' · ',
          )}
          {' · '}
          <RelativeTime at={at} />
        </small>
      </Link>
    </li>
  );
}
