import type { Insights, Label } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import type { EChartsCoreOption } from 'echarts/core';
import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { labelName, memberKana, memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import type { ChartInk, ChartMark } from '../../shared/ui/chart';
import { Face } from '../../shared/ui/face';
import { labelInk } from '../../shared/ui/label-chip';
import { ListSkeleton } from '../../shared/ui/states';
import { type DashboardAddress, periodEnd } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import style from './dashboard.module.css';

const Chart = lazy(async () => ({ default: (await import('../../shared/ui/chart')).Chart }));

/** The posts that a mark counts: the search page with the same filter (INS-5). */
function postsPath(filter: Record<string, string | undefined>): string {
  const params = new URLSearchParams({ kind: 'post' });
  for (const [name, value] of Object.entries(filter)) if (value) params.set(name, value);
  return `${paths.search}?${params.toString()}`;
}

export function DashboardCards(props: {
  insights: Insights;
  /** The same length of days just before, to compare with. */
  before: Insights | null;
  address: DashboardAddress;
}) {
  const say = useTexts(dashboardTexts);
  const intl = useIntl();
  const { data: labels = [] } = useListLabelsQuery();
  const { insights, before, address } = props;
  const range = { from: address.from, until: address.until };
  const issues = (of: Insights) => of.labels.reduce((sum, row) => sum + row.issuesOpened, 0);
  const solved = (of: Insights) => of.labels.reduce((sum, row) => sum + row.issuesSolved, 0);
  const nameOf = (labelId: string) => {
    const label = labels.find((one) => one.id === labelId);
    return label ? labelName(intl, label) : labelId;
  };
  const major = insights.labels.filter((row) => row.issuesOpened + row.issuesSolved > 0);
  return (
    <div className={style.grid}>
      <div className={style.figures}>
        <Figure
          word={say('dashboard.posts')}
          value={insights.posts.total}
          before={before?.posts.total}
          to={postsPath(range)}
        />
        <Figure
          word={say('dashboard.writers')}
          value={insights.staffs.filter((row) => row.total > 0).length}
          before={before?.staffs.filter((row) => row.total > 0).length}
        />
        <Figure
          word={say('dashboard.issues.open')}
          value={issues(insights)}
          before={before ? issues(before) : undefined}
        />
        <Figure
          word={say('dashboard.issues.solved')}
          value={solved(insights)}
          before={before ? solved(before) : undefined}
        />
      </div>
      <LabelBars insights={insights} address={address} labels={labels} nameOf={nameOf} />
      <LabelShare insights={insights} address={address} labels={labels} nameOf={nameOf} />
      <Card title={say('dashboard.issues')} narrow>
        {major.length === 0 ? <p className={style.none}>{say('dashboard.none')}</p> : null}
        <ul className={style.bars}>
          {major.map((row) => (
            <li key={row.labelId}>
              <Link to={postsPath({ ...range, label: row.labelId })}>
                <span>{nameOf(row.labelId)}</span>
                <span className={style.pair}>
                  {say('dashboard.issues.open')} {row.issuesOpened} ·{' '}
                  {say('dashboard.issues.solved')} {row.issuesSolved}
                </span>
                <meter
                  min={0}
                  max={Math.max(row.issuesOpened, row.issuesSolved)}
                  value={row.issuesSolved}
                />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={say('dashboard.staffs')} narrow>
        <Ranks
          rows={insights.staffs
            .filter((row) => row.total > 0)
            .map(({ staff, total }) => ({
              id: staff.id,
              name: staff.displayName,
              photoUrl: staff.thumbPhotoUrl,
              faded: staff.deactivated,
              total,
              to: postsPath({ ...range, staff: staff.id }),
            }))}
        />
      </Card>
      <Card title={say('dashboard.members')} narrow>
        <Ranks
          rows={insights.members.slice(0, 12).map(({ member, total }) => ({
            id: member.id,
            name: memberName(member),
            kana: memberKana(member),
            photoUrl: member.thumbPhotoUrl,
            faded: member.deleted,
            total,
            to: postsPath({ ...range, member: member.id }),
          }))}
        />
      </Card>
      <Network insights={insights} />
    </div>
  );
}

function Figure(props: { word: string; value: number; before: number | undefined; to?: string }) {
  const say = useTexts(dashboardTexts);
  const intl = useIntl();
  const change = props.before === undefined ? null : props.value - props.before;
  const inside = (
    <>
      <span className={style.figureWord}>{props.word}</span>
      <strong className={style.figureValue}>{intl.formatNumber(props.value)}</strong>
      <small className={style.figureChange}>
        {change === null
          ? ''
          : say('dashboard.change', {
              change: intl.formatNumber(change, { signDisplay: 'always' }),
            })}
      </small>
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

function Card(props: { title: string; narrow?: boolean; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={`${style.card} ${props.narrow ? style.narrow : style.wide}`}>
      <header className={style.cardHead}>
        <h2>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

interface LabelChartProps {
  insights: Insights;
  address: DashboardAddress;
  labels: readonly Label[];
  nameOf: (labelId: string) => string;
}

function rowsOf({ insights, labels, nameOf }: LabelChartProps, unlabelled: string) {
  return [
    ...insights.labels
      .filter((row) => row.total > 0)
      .map((row) => ({
        id: row.labelId as string | null,
        name: nameOf(row.labelId),
        ink: labelInk(labels.find((label) => label.id === row.labelId)?.color ?? 'grey'),
        total: row.total,
        byPeriod: row.byPeriod,
      })),
    {
      id: null,
      name: unlabelled,
      ink: 'var(--e-line-strong)',
      total: insights.unlabelled.total,
      byPeriod: insights.unlabelled.byPeriod,
    },
  ].filter((row) => row.total > 0);
}

/** Posts by label over time, stacked. A post with two labels counts in both. */
function LabelBars(props: LabelChartProps) {
  const say = useTexts(dashboardTexts);
  const intl = useIntl();
  const navigate = useNavigate();
  const { insights, address } = props;
  const rows = rowsOf(props, say('dashboard.unlabelled'));
  const heads = insights.periods.map((day) =>
    intl.formatDate(`${day}T00:00:00Z`, {
      timeZone: 'UTC',
      month: 'numeric',
      day: address.unit === 'month' ? undefined : 'numeric',
      year: address.unit === 'month' ? 'numeric' : undefined,
    }),
  );
  const key = JSON.stringify([rows, heads]);
  const option = useCallback(
    (ink: ChartInk): EChartsCoreOption => ({
      grid: { left: 36, right: 8, top: 12, bottom: 56 },
      legend: {
        bottom: 0,
        type: 'scroll',
        icon: 'circle',
        itemWidth: 10,
        textStyle: { color: ink.soft },
      },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        backgroundColor: ink.surface,
        borderColor: ink.line,
        textStyle: { color: ink.text },
      },
      xAxis: {
        type: 'category',
        data: heads,
        axisLine: { lineStyle: { color: ink.line } },
        axisTick: { show: false },
        axisLabel: { color: ink.soft },
      },
      yAxis: {
        type: 'value',
        minInterval: 1,
        axisLabel: { color: ink.soft },
        splitLine: { lineStyle: { color: ink.line } },
      },
      series: rows.map((row) => ({
        name: row.name,
        type: 'bar',
        stack: 'posts',
        barMaxWidth: 28,
        itemStyle: { color: ink.of(row.ink) },
        data: row.byPeriod,
      })),
    }),
    // The figures decide, not the arrays that hold them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  const open = (mark: ChartMark) => {
    const row = rows[mark.seriesIndex];
    const first = insights.periods[mark.dataIndex];
    if (!row?.id || !first) return;
    const until = periodEnd(first, address.unit, address.until);
    navigate(postsPath({ label: row.id, from: first, until }));
  };
  return (
    <Picture title={say('dashboard.byLabel')} file="posts-by-label">
      <>
        <Chart label={say('dashboard.byLabel')} height={300} option={option} onMark={open} />
        <table className="engawa-unseen">
          <thead>
            <tr>
              <th>{say('dashboard.period')}</th>
              {rows.map((row) => (
                <th key={row.name}>{row.name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heads.map((head, index) => (
              <tr key={insights.periods[index]}>
                <th>{head}</th>
                {rows.map((row) => (
                  <td key={row.name}>{row.byPeriod[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </>
    </Picture>
  );
}

/** The share of each label; its legend is a list that opens the posts. */
function LabelShare(props: LabelChartProps) {
  const say = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const { address } = props;
  const rows = rowsOf(props, say('dashboard.unlabelled'));
  const range = { from: address.from, until: address.until };
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
          // A pie has a second of its own otherwise.
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
    <Card title={say('dashboard.share')} narrow>
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <Chart
          label={say('dashboard.share')}
          height={190}
          option={option}
          onMark={(mark) => {
            const id = rows[mark.dataIndex]?.id;
            if (id) navigate(postsPath({ ...range, label: id }));
          }}
        />
      </Suspense>
      <ul className={style.legend}>
        {rows.map((row) => (
          <li key={row.name}>
            <i style={{ background: row.ink }} aria-hidden="true" />
            {row.id ? (
              <Link to={postsPath({ ...range, label: row.id })}>{row.name}</Link>
            ) : (
              <span>{row.name}</span>
            )}
            <span className={style.count}>{row.total}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface Rank {
  id: string;
  name: string;
  kana?: string;
  photoUrl: string | null;
  faded: boolean;
  total: number;
  to: string;
}

/** People by their number of posts; each row opens the posts it counts. */
function Ranks({ rows }: { rows: readonly Rank[] }) {
  const say = useTexts(dashboardTexts);
  const most = Math.max(1, ...rows.map((row) => row.total));
  if (rows.length === 0) return <p className={style.none}>{say('dashboard.none')}</p>;
  return (
    <ol className={style.ranks}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            to={row.to}
            aria-label={say('dashboard.open', { name: row.name, count: row.total })}
          >
            <Face
              id={row.id}
              name={row.name}
              kana={row.kana}
              photoUrl={row.photoUrl}
              size={26}
              faded={row.faded}
            />
            <span className={style.rankName}>{row.name}</span>
            <span className={style.rankBar}>
              <i style={{ width: `${(row.total / most) * 100}%` }} />
            </span>
            <span className={style.count}>{row.total}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Members who were named together (beta). */
function Network({ insights }: { insights: Insights }) {
  const say = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const { members, edges } = insights.connections;
  const key = JSON.stringify([members.map(({ member, total }) => [member.id, total]), edges]);
  const option = useCallback(
    (ink: ChartInk): EChartsCoreOption => ({
      tooltip: {
        backgroundColor: ink.surface,
        borderColor: ink.line,
        textStyle: { color: ink.text },
      },
      series: [
        {
          type: 'graph',
          layout: 'force',
          roam: true,
          scaleLimit: { min: 0.5, max: 4 },
          force: { repulsion: 130, edgeLength: 70, layoutAnimation: false },
          label: { show: true, position: 'right', color: ink.text, fontSize: 12 },
          lineStyle: { color: ink.accent, opacity: 0.35 },
          itemStyle: { color: ink.accent },
          data: members.map(({ member, total }) => ({
            id: member.id,
            name: memberName(member),
            value: total,
            symbolSize: 8 + Math.min(26, Math.sqrt(total) * 5),
          })),
          links: edges.map(({ between, total }) => ({
            source: between[0],
            target: between[1],
            value: total,
            lineStyle: { width: Math.min(6, 0.8 + total * 0.6) },
          })),
        },
      ],
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  if (edges.length === 0) return null;
  return (
    <Picture title={say('dashboard.network')} file="connections">
      <>
        <p className={style.lead}>{say('dashboard.network.lead')}</p>
        <Chart
          label={say('dashboard.network')}
          height={380}
          option={option}
          onMark={(mark) => {
            const id = (mark.data as { id?: string } | null)?.id;
            if (mark.dataType === 'node' && id) navigate(paths.member(id));
          }}
        />
      </>
    </Picture>
  );
}

/** A card whose chart can be kept as a picture. */
function Picture(props: { title: string; file: string; children: ReactNode }) {
  const say = useTexts(dashboardTexts);
  const save = async (card: Element | null) => {
    const { pictureOf } = await import('../../shared/ui/chart');
    const picture = card && pictureOf(card);
    if (!picture) return;
    const link = document.createElement('a');
    link.href = picture;
    link.download = `${props.file}.png`;
    link.click();
  };
  return (
    <Card
      title={props.title}
      aside={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPhotoDown size={16} stroke={1.5} aria-hidden="true" />}
          onClick={(event) => void save(event.currentTarget.closest('section'))}
        >
          {say('dashboard.picture')}
        </Button>
      }
    >
      <Suspense fallback={<ListSkeleton rows={4} />}>{props.children}</Suspense>
    </Card>
  );
}
