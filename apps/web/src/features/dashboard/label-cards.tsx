import type { Insights } from '@engawa/contracts';
import { Group, Stack, Text, useComputedColorScheme } from '@mantine/core';
import type { EChartsCoreOption } from 'echarts/core';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { useWide } from '../../shared/layout/use-wide';
import type { ChartInk } from '../../shared/display/chart';
import { CHART_SERIES, chartColours } from '../../shared/display/chart-palette';
import { Card, Chart } from './chart-card';
import { type DashboardAddress, largestOf, postsPath, rangeOf } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import { Bar } from '../../shared/display/bar';
import { Dot } from '../../shared/display/dot';
import { Note } from '../../shared/display/note';
import { QuietLink } from '../../shared/display/quiet-link';
import { CompactLink } from '../../shared/list/compact-link';
import style from './dashboard.module.css';
import { StackedBars } from './stacked-bars';

interface LabelCardProps {
  insights: Insights;
  address: DashboardAddress;
  nameOf: (labelId: string) => string;
}

/** The search filter of posts without a label. */
const NONE = 'none';

function rowsOf({ insights, nameOf }: LabelCardProps, unlabelled: string) {
  const rows = [
    ...insights.labels.map(({ labelId, total, byPeriod }) => ({
      ...{ id: labelId, name: nameOf(labelId), total, byPeriod },
    })),
    { id: NONE, name: unlabelled, ...insights.unlabelled },
  ];
  return rows.filter((row) => row.total > 0).sort((one, other) => other.total - one.total);
}

/** The largest labels with a colour each, and one series of all others. */
function useSeries(rows: ReturnType<typeof rowsOf>) {
  const t = useTexts(dashboardTexts);
  const colours = chartColours[useComputedColorScheme('light')];
  const { own, others } = largestOf(rows);
  return [
    ...own.map(({ id, ...row }, at) => ({
      ...row,
      key: id,
      colour: colours[at]!,
      filter: { label: id } as Readonly<Record<string, string>> | null,
    })),
    ...(others
      ? [
          {
            ...others,
            key: 'others',
            name: t('dashboard.others'),
            colour: colours[CHART_SERIES],
            filter: null,
          },
        ]
      : []),
  ];
}

/** Posts by label over time, stacked. A post with two labels counts for both. */
export function LabelBars(props: LabelCardProps) {
  const t = useTexts(dashboardTexts);
  const isBesideList = useWide();
  const counted = rowsOf(props, t('dashboard.unlabelled'));
  const rows = useSeries(counted);
  return (
    <Card title={t('dashboard.byLabel')} size="wide" file="posts-by-label">
      <StackedBars
        label={t('dashboard.byLabel')}
        // As tall as the list of labels beside it.
        height={isBesideList ? Math.min(520, Math.max(300, 175 + 27 * counted.length)) : 300}
        periods={props.insights.periods}
        rows={rows}
        address={props.address}
      />
    </Card>
  );
}

/** Label shares; the legend is a list that opens the posts. */
export function LabelShare(props: LabelCardProps) {
  const t = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const rows = rowsOf(props, t('dashboard.unlabelled'));
  const series = useSeries(rows);
  const range = rangeOf(props.address);
  const key = JSON.stringify(series);
  const option = useCallback(
    (ink: ChartInk): EChartsCoreOption => ({
      tooltip: {
        trigger: 'item',
        backgroundColor: ink.surface,
        borderColor: ink.line,
        textStyle: { color: ink.text },
      },
      series: [
        {
          type: 'pie',
          // The default of a pie is a second.
          animationDuration: 140,
          radius: ['52%', '82%'],
          label: { show: false },
          itemStyle: { borderColor: ink.surface, borderWidth: 2 },
          data: series.map((row) => ({
            name: row.name,
            value: row.total,
            itemStyle: { color: row.colour },
          })),
        },
      ],
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` is the figures in text form
    [key],
  );
  return (
    <Card title={t('dashboard.share')} size="narrow" file="share-of-labels">
      <Chart
        label={t('dashboard.share')}
        height={190}
        option={option}
        onMark={(mark) => {
          const filter = series[mark.dataIndex]?.filter;
          if (filter) void navigate(postsPath({ ...range, ...filter }));
        }}
      />
      <Stack component="ul" gap={4} fz="sm">
        {rows.map((row, at) => (
          <Group key={row.id} component="li" gap={8} mih={26}>
            <Dot color={series[Math.min(at, series.length - 1)]?.colour} />
            <QuietLink to={postsPath({ ...range, label: row.id })}>{row.name}</QuietLink>
            <Text span inherit ml="auto" c="dimmed">
              {row.total}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

/** Issues opened and solved in the range, in all and by label; each number opens its posts. */
export function IssueCard(props: LabelCardProps) {
  const t = useTexts(dashboardTexts);
  const { insights, address, nameOf } = props;
  const range = rangeOf(address);
  const { opened, solved } = insights.issues;
  const rows = [
    { key: 'all', name: t('dashboard.issues.all'), filter: {}, opened, solved },
    ...insights.labels.map((row) => ({
      key: row.labelId,
      name: nameOf(row.labelId),
      filter: { label: row.labelId },
      opened: row.issuesOpened,
      solved: row.issuesSolved,
    })),
  ].filter((row) => row.opened + row.solved > 0);
  const most = Math.max(1, opened, solved);
  return (
    <Card title={t('dashboard.issues')} size="whole">
      {rows.length === 0 ? <Note mb={8}>{t('dashboard.none')}</Note> : null}
      <ul className={style.issues}>
        {rows.map(({ key, name, filter, ...row }) => {
          const bar = (issue: 'opened' | 'solved', word: string) => (
            <CompactLink
              columns="4.5em minmax(0, 1fr) 3ch"
              to={postsPath({ ...range, ...filter, issue })}
              aria-label={`${name}: ${word} ${row[issue]}`}
            >
              <span>{word}</span>
              <Bar
                share={row[issue] / most}
                color={issue === 'opened' ? 'var(--e-waiting)' : 'var(--e-done)'}
              />
              <Text span inherit ta="right" c="dimmed">
                {row[issue]}
              </Text>
            </CompactLink>
          );
          return (
            <Text key={key} component="li" size="sm">
              <strong>{name}</strong>
              {bar('opened', t('dashboard.issues.open'))}
              {bar('solved', t('dashboard.issues.solved'))}
            </Text>
          );
        })}
      </ul>
    </Card>
  );
}
