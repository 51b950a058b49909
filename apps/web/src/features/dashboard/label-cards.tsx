import type { Insights, Label } from '@engawa/contracts';
import type { EChartsCoreOption } from 'echarts/core';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import type { ChartInk } from '../../shared/ui/chart';
import { labelInk } from '../../shared/ui/label-chip';
import { Card, Chart } from './chart-card';
import { type DashboardAddress, postsPath, rangeOf } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import style from './dashboard.module.css';
import { StackedBars } from './stacked-bars';

interface LabelCardProps {
  insights: Insights;
  address: DashboardAddress;
  labels: readonly Label[];
  nameOf: (labelId: string) => string;
}

/** The search filter of posts without a label. */
const NONE = 'none';

function rowsOf({ insights, labels, nameOf }: LabelCardProps, unlabelled: string) {
  return [
    ...insights.labels.map((row) => ({
      id: row.labelId,
      name: nameOf(row.labelId),
      ink: labelInk(labels.find((label) => label.id === row.labelId)?.color ?? 'grey'),
      total: row.total,
      byPeriod: row.byPeriod,
    })),
    {
      id: NONE,
      name: unlabelled,
      ink: 'var(--e-line-strong)',
      total: insights.unlabelled.total,
      byPeriod: insights.unlabelled.byPeriod,
    },
  ].filter((row) => row.total > 0);
}

/** Posts by label over time, stacked. A post with two labels counts for both. */
export function LabelBars(props: LabelCardProps) {
  const say = useTexts(dashboardTexts);
  const rows = rowsOf(props, say('dashboard.unlabelled'));
  return (
    <Card title={say('dashboard.byLabel')} size="wide" file="posts-by-label">
      <StackedBars
        label={say('dashboard.byLabel')}
        height={300}
        periods={props.insights.periods}
        rows={rows.map(({ id, ...row }) => ({ ...row, key: id, filter: { label: id } }))}
        address={props.address}
      />
    </Card>
  );
}

/** Label shares; the legend is a list that opens the posts. */
export function LabelShare(props: LabelCardProps) {
  const say = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const rows = rowsOf(props, say('dashboard.unlabelled'));
  const range = rangeOf(props.address);
  const key = JSON.stringify(rows);
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
          data: rows.map((row) => ({
            name: row.name,
            value: row.total,
            itemStyle: { color: ink.of(row.ink) },
          })),
        },
      ],
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  return (
    <Card title={say('dashboard.share')} size="narrow" file="share-of-labels">
      <Chart
        label={say('dashboard.share')}
        height={190}
        option={option}
        onMark={(mark) => {
          const id = rows[mark.dataIndex]?.id;
          if (id) void navigate(postsPath({ ...range, label: id }));
        }}
      />
      <ul className={style.legend}>
        {rows.map((row) => (
          <li key={row.id}>
            <i style={{ background: row.ink }} aria-hidden="true" />
            <Link to={postsPath({ ...range, label: row.id })}>{row.name}</Link>
            <span className={style.count}>{row.total}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Issues opened and solved in the range by label; each number opens its posts. */
export function IssueCard(props: LabelCardProps) {
  const say = useTexts(dashboardTexts);
  const { insights, address, nameOf } = props;
  const range = rangeOf(address);
  const rows = insights.labels.filter((row) => row.issuesOpened + row.issuesSolved > 0);
  const most = Math.max(1, ...rows.flatMap((row) => [row.issuesOpened, row.issuesSolved]));
  return (
    <Card title={say('dashboard.issues')} size="narrow">
      {rows.length === 0 ? <p className={style.none}>{say('dashboard.none')}</p> : null}
      <ul className={style.issues}>
        {rows.map((row) => {
          const name = nameOf(row.labelId);
          const bar = (issue: 'opened' | 'solved', word: string, count: number) => (
            <Link
              to={postsPath({ ...range, label: row.labelId, issue })}
              aria-label={`${name}: ${word} ${count}`}
              data-issue={issue}
            >
              <span>{word}</span>
              <span className={style.rankBar}>
                <i style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <span className={style.count}>{count}</span>
            </Link>
          );
          return (
            <li key={row.labelId}>
              <strong>{name}</strong>
              {bar('opened', say('dashboard.issues.open'), row.issuesOpened)}
              {bar('solved', say('dashboard.issues.solved'), row.issuesSolved)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
