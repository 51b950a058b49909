import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Today, TodayAwayGroup, TodayAwayPost } from '@engawa/contracts';
import { Box, Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core';
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
import { Note } from '../../shared/display/note';
import { Part } from '../../shared/display/part-head';
import { QuietLink } from '../../shared/display/quiet-link';
import { RelativeTime } from '../../shared/display/relative-time';
import { CompactLink } from '../../shared/list/compact-link';
import { EmptyState } from '../../shared/feedback/states';
import { showFailure, showToast } from '../../shared/feedback/toast.store';
import { useNarrow } from '../../shared/layout/use-wide';
import { EngawaDrawing } from './engawa-drawing';
import { useMounted } from '../../shared/layout/use-mounted';
import { dayTexts } from './day.messages';
import { useMarkTodaySeenMutation } from './today-changes.api';
import { handoverTexts } from './handover.messages';
import { handoverRanges, readRange } from './handover.rules';

/** Activities since the reader's last visit, by member (INS-4). */
export function AwayPart(props: { today: Today }) {
  const t = useTexts(handoverTexts);
  const intl = useIntl();
  const problemText = useProblemText();
  const [params, setParams] = useSearchParams();
  const range = readRange(params);
  const isMounted = useMounted();
  const [markSeen, marking] = useMarkTodaySeenMutation();
  const { away, since, until } = props.today;

  const seen = () =>
    markSeen(until)
      .unwrap()
      .then(
        () => {
          showToast(t('handover.seen.done'));
          if (isMounted()) setParams({}, { replace: true });
        },
        (problem: unknown) => showFailure(problemText(problem)),
      );
  return (
    <Part
      title={t('today.away')}
      kind="away"
      count={away.count > 0 ? t('handover.count', { count: away.count }) : undefined}
      beside={
        <RangeChoice
          range={range}
          onChoose={(next) => setParams(next === 'last' ? {} : { since: next }, { replace: true })}
        />
      }
    >
      <Text size="xs" c="dimmed" mb={10}>
        {t('handover.range', { since: exactDateTime(intl, since) })}
      </Text>
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
        away.groups.map((group) => <AwayGroup key={group.member?.id ?? ''} group={group} />)
      )}
      {away.complete ? null : <Note mt={8}>{t('handover.more')}</Note>}
      <Group justify="center" mt={24}>
        <Button
          leftSection={<IconChecks size={18} stroke={1.5} aria-hidden="true" />}
          loading={marking.isLoading}
          onClick={() => void seen()}
        >
          {t('handover.seen')}
        </Button>
      </Group>
    </Part>
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

function AwayGroup({ group: { member, posts } }: { group: TodayAwayGroup }) {
  const t = useTexts(handoverTexts);
  return (
    <Group
      align="flex-start"
      gap={12}
      wrap="nowrap"
      py={12}
      style={{ borderTop: '1px solid var(--e-line)' }}
    >
      {member ? <MemberAvatar member={member} size={36} /> : <Box w={36} flex="none" />}
      <Box flex={1} miw={0}>
        <Group component="h3" gap="0 8px" align="baseline">
          {member ? (
            <QuietLink to={paths.member(member.id)} className="engawa-finger">
              {memberName(member)}
            </QuietLink>
          ) : (
            t('today.away.nobody')
          )}
          {member?.company ? (
            <Text span size="xs" c="dimmed">
              {member.company}
            </Text>
          ) : null}
        </Group>
        <ul>
          {posts.map((post) => (
            <AwayPost key={post.postId} post={post} />
          ))}
        </ul>
      </Box>
    </Group>
  );
}

function AwayPost({ post }: { post: TodayAwayPost }) {
  const t = useTexts(handoverTexts);
  const day = useTexts(dayTexts);
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
      <CompactLink to={postPath({ kind: 'all' }, post.postId, { comments: true })}>
        <Text span lineClamp={2} lh={1.65}>
          {post.excerpt || day('handover.noMemo')}
        </Text>
        <small>
          {facts.join(' · ')}
          {' · '}
          <RelativeTime at={post.at} />
        </small>
      </CompactLink>
    </li>
  );
}
