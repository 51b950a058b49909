import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Today, TodayAwayGroup, TodayAwayPost } from '@engawa/contracts';
import { Button, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { memberName } from '../../shared/directory/names';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { exactDateTime } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { RelativeTime } from '../../shared/display/relative-time';
import { EmptyState } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useNarrow } from '../../shared/layout/use-wide';
import { EngawaDrawing } from './engawa-drawing';
import { useMarkTodaySeenMutation } from './handover.api';
import { handoverTexts } from './handover.messages';
import { handoverRanges, readRange } from './handover.rules';
import style from './today.module.css';

/** Activities since the reader's last visit, by member (INS-4). */
export function AwayPart(props: { today: Today }) {
  const t = useTexts(handoverTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [params, setParams] = useSearchParams();
  const range = readRange(params);
  const [markSeen, marking] = useMarkTodaySeenMutation();
  const { away, since, until } = props.today;

  const seen = () =>
    markSeen(until)
      .unwrap()
      .then(
        () => {
          showToast(t('handover.seen.done'));
          setParams({}, { replace: true });
        },
        (problem: unknown) => showFailure(problemText(problem)),
      );
  return (
    <section className={style.section} aria-label={t('today.away')} data-kind="away">
      <div className={style.head}>
        <h2>
          {t('today.away')}
          {away.count > 0 ? (
            <Text span size="sm" c="dimmed" fw={400}>
              {t('handover.count', { count: away.count })}
            </Text>
          ) : null}
        </h2>
        <RangeChoice
          range={range}
          onChoose={(next) => setParams(next === 'last' ? {} : { since: next }, { replace: true })}
        />
      </div>
      <p className={style.since}>{t('handover.range', { since: exactDateTime(intl, since) })}</p>
      {away.groups.length === 0 ? (
        <EmptyState
          icon={<EngawaDrawing />}
          title={t('handover.empty')}
          action={
            <Button component={Link} to={paths.timeline} variant="default">
              {t('handover.empty.action')}
            </Button>
          }
        >
          {t('handover.empty.text')}
        </EmptyState>
      ) : (
        away.groups.map((group) => <Group key={group.member?.id ?? ''} group={group} />)
      )}
      {away.complete ? null : <p className={style.more}>{t('handover.more')}</p>}
      <p className={style.end}>
        <Button
          leftSection={<IconChecks size={18} stroke={1.5} aria-hidden="true" />}
          loading={marking.isLoading}
          onClick={() => void seen()}
        >
          {t('handover.seen')}
        </Button>
      </p>
    </section>
  );
}

function RangeChoice(props: { range: string; onChoose: (range: string) => void }) {
  const t = useTexts(handoverTexts);
  const narrow = useNarrow();
  const ranges = handoverRanges.map((value) => ({ value, label: t(`handover.since.${value}`) }));
  return narrow ? (
    <NativeSelect
      aria-label={t('handover.since')}
      value={props.range}
      data={ranges}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    />
  ) : (
    <SegmentedControl
      size="xs"
      aria-label={t('handover.since')}
      value={props.range}
      onChange={props.onChoose}
      data={ranges}
    />
  );
}

function Group({ group: { member, posts } }: { group: TodayAwayGroup }) {
  const t = useTexts(handoverTexts);
  return (
    <div className={style.group}>
      {member ? <MemberAvatar member={member} size={36} /> : <span />}
      <div className={style.body}>
        <h3>
          {member ? (
            <Link to={paths.member(member.id)} className="engawa-finger">
              {memberName(member)}
            </Link>
          ) : (
            t('today.away.nobody')
          )}
          {member?.company ? <small>{member.company}</small> : null}
        </h3>
        <ul>
          {posts.map((post) => (
            <Row key={post.postId} post={post} />
          ))}
        </ul>
      </div>
    </div>
  );
}

function Row({ post }: { post: TodayAwayPost }) {
  const t = useTexts(handoverTexts);
  const counts = new Map(post.happened.map(({ kind, count }) => [kind, count]));
  const kinds = [
    counts.has('issueOpened') ? t('today.away.issueOpened') : '',
    counts.has('issueClosed') ? t('today.away.issueClosed') : '',
    counts.has('taskHandedToMe') ? t('today.away.taskHandedToMe') : '',
    counts.has('taskDone') ? t('today.away.taskDone') : '',
    counts.has('commentWritten')
      ? t('today.away.comments', { count: counts.get('commentWritten')! })
      : '',
  ].filter(Boolean);
  const facts = [
    ...(kinds.length > 0 ? kinds : [t('today.away.post')]),
    ...(post.owner ? [post.owner.displayName] : []),
  ];
  return (
    <li data-row>
      <Link to={postPath({ kind: 'all' }, post.postId, { comments: true })} className={style.event}>
        <span className={style.excerpt}>{post.excerpt || t('handover.noMemo')}</span>
        <small>
          {facts.join(' · ')}
          {' · '}
          <RelativeTime at={post.at} />
        </small>
      </Link>
    </li>
  );
}
