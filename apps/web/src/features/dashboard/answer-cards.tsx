import '@mantine/core/styles/SimpleGrid.css';
import type { Insights } from '@engawa/contracts';
import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListMemberTypesQuery } from '../../shared/directory/directory.api';
import { type Translate, useTexts } from '../../shared/intl/messages';
import { Card } from './chart-card';
import {
  type DashboardAddress,
  postsPath,
  rangeOf,
  shareTalkedWith,
  type Trend,
  trendOf,
} from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import { Bar } from '../../shared/display/bar';
import { Note } from '../../shared/display/note';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { CompactLink } from '../../shared/list/compact-link';
import style from './dashboard.module.css';
import { Sparkline } from './sparkline';

const SECONDS_PER_HOUR = 3_600;
const SECONDS_PER_DAY = 86_400;

interface AnswerProps {
  insights: Insights;
  /** The preceding range of the same length. */
  before: Insights | null;
  address: DashboardAddress;
  /** Today in the space's time zone. */
  today: string;
}

/** What the range was like, in four figures with their course; each opens what it counts. */
export function Answers({ insights, before, address, today }: AnswerProps) {
  const t = useTexts(dashboardTexts);
  const intl = useIntl();
  const { issues, talkedWith, posts } = insights;
  const range = rangeOf(address);
  const added = issues.open - issues.openBefore;
  const signed = (value: number, digits = 0) =>
    intl.formatNumber(value, { signDisplay: 'exceptZero', maximumFractionDigits: digits });
  const share = shareTalkedWith(talkedWith);
  const shareBefore = before && shareTalkedWith(before.talkedWith);
  const points = share !== null && shareBefore !== null ? (share - shareBefore) * 100 : null;
  const median = issues.medianSecondsToSolution;
  const medianBefore = before?.issues.medianSecondsToSolution ?? null;
  const slower = median !== null && medianBefore !== null ? median - medianBefore : null;
  const more = before ? posts.total - before.posts.total : null;
  return (
    // The lines between the figures are the ground behind them.
    <SimpleGrid
      cols={{ base: 2, sm: 4 }}
      spacing={1}
      bd="1px solid var(--e-line)"
      bdrs="md"
      bg="var(--e-line)"
      style={{ overflow: 'hidden' }}
    >
      <Figure
        word={t('dashboard.unresolved')}
        value={intl.formatNumber(issues.open)}
        change={t(`dashboard.unresolved.${added > 0 ? 'more' : added < 0 ? 'fewer' : 'same'}`, {
          count: intl.formatNumber(Math.abs(added)),
        })}
        trend={trendOf(-added)}
        course={issues.openByPeriod}
        // Only today's unresolved issues can be listed; the figure has none of those dated later.
        to={address.until >= today ? postsPath({ issue: 'open', until: address.until }) : undefined}
      />
      <Figure
        word={t('dashboard.talkedWith')}
        value={share === null ? '–' : intl.formatNumber(share, { style: 'percent' })}
        note={t('dashboard.talkedWith.of', {
          members: talkedWith.members,
          count: talkedWith.total,
        })}
        change={points !== null && t('dashboard.talkedWith.change', { change: signed(points) })}
        trend={trendOf(points === null ? 0 : Math.round(points))}
        course={talkedWith.byPeriod}
        to={paths.health}
      />
      <Figure
        word={t('dashboard.toSolution')}
        value={median === null ? '–' : durationText(intl, t, median)}
        change={
          slower !== null &&
          t('dashboard.change', { change: durationText(intl, t, slower, 'exceptZero') })
        }
        trend={trendOf(slower === null ? 0 : -slower)}
        course={issues.medianSecondsByPeriod}
        to={postsPath({ ...range, issue: 'solved' })}
      />
      <Figure
        word={t('dashboard.posts')}
        value={intl.formatNumber(posts.total)}
        change={more !== null && t('dashboard.change', { change: signed(more) })}
        trend="none"
        course={posts.byPeriod}
        to={postsPath(range)}
      />
    </SimpleGrid>
  );
}

/** A duration in days, or in hours below a day. */
function durationText(
  intl: IntlShape,
  t: Translate<keyof typeof dashboardTexts>,
  seconds: number,
  signDisplay: 'auto' | 'exceptZero' = 'auto',
): string {
  const inDays = Math.abs(seconds) >= SECONDS_PER_DAY;
  const count = seconds / (inDays ? SECONDS_PER_DAY : SECONDS_PER_HOUR);
  const options = { signDisplay, maximumFractionDigits: 1 } as const;
  const shown = intl.formatNumber(count, options);
  return inDays
    ? t('dashboard.days', { days: shown, count: Math.round(count * 10) / 10 })
    : t('dashboard.hours', { hours: shown, count: Math.round(count * 10) / 10 });
}

const trendInk = { good: 'var(--e-done)', bad: 'var(--e-waiting)', none: undefined } as const;

function Figure(props: {
  word: string;
  value: string;
  note?: string;
  change: ReactNode;
  trend: Trend;
  course: readonly (number | null)[];
  to: string | undefined;
}) {
  const inside = (
    <>
      <small>{props.word}</small>
      <Text component="strong" fz={26} fw={600} lh={1.3}>
        {props.value}
      </Text>
      <span>
        <Sparkline values={props.course} />
      </span>
      <Group component="small" gap="0 8px" align="flex-start">
        {props.note ? <span>{props.note}</span> : null}
        {props.change ? (
          <Box component="span" c={trendInk[props.trend]}>
            {props.change}
          </Box>
        ) : null}
      </Group>
    </>
  );
  return props.to ? (
    <Link to={props.to} className={style.figure}>
      {inside}
    </Link>
  ) : (
    <div className={style.figure}>{inside}</div>
  );
}

/** How many members of each type were talked with; each row opens its members. */
export function MemberTypeCard({ insights }: { insights: Insights }) {
  const t = useTexts(dashboardTexts);
  const typeList = useListMemberTypesQuery();
  const { data: types } = typeList;
  const nameOf = (typeId: string | null) =>
    typeId === null
      ? t('dashboard.types.none')
      : !types
        ? '…'
        : (types.find(({ id }) => id === typeId)?.name ?? t('dashboard.types.gone'));
  return (
    <Card title={t('dashboard.types')} size="narrow">
      <FailedQueries of={[typeList]} />
      {insights.memberTypes.length === 0 ? <Note mb={8}>{t('dashboard.none')}</Note> : null}
      <Stack component="ul" gap={8} fz="sm">
        {insights.memberTypes.map(({ typeId, members, talkedWith, talks }) => {
          const inside = (
            <>
              <Group component="span" justify="space-between" gap={12} wrap="nowrap">
                <Text span truncate inherit>
                  {nameOf(typeId)}
                </Text>
                <Text span inherit flex="none" c="dimmed">
                  {t('dashboard.types.row', { members, talkedWith, talks })}
                </Text>
              </Group>
              <Bar share={talkedWith / Math.max(1, members)} />
            </>
          );
          return (
            <li key={typeId ?? ''}>
              <CompactLink
                to={`${paths.members}?${new URLSearchParams({ type: typeId ?? 'none', sort: 'lastTalk.desc' }).toString()}`}
              >
                {inside}
              </CompactLink>
            </li>
          );
        })}
      </Stack>
    </Card>
  );
}
