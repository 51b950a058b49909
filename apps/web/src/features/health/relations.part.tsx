import '@mantine/core/styles/Table.css';
import type { MemberRelation, Relations } from '@engawa/contracts';
import {
  Box,
  Button,
  Group,
  Table,
  Text,
  useComputedColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconPrinter, IconTable, IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { postPath } from '../../shared/address/post-address';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { memberName } from '../../shared/directory/names';
import { Chart, type ChartInk, type ChartMark } from '../../shared/display/chart';
import { chartColours } from '../../shared/display/chart-palette';
import { PartProblem } from '../../shared/feedback/part-problem';
import { EmptyState, ListSkeleton } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { useGetRelationsQuery } from './health.api';
import { daysSince } from './health.rules';
import { relationTexts } from './relations.messages';
import layout from '../../shared/layout/common.module.css';
import { useNarrow } from '../../shared/layout/use-wide';
import style from './relations.module.css';
import {
  type Arc,
  arcsBetween,
  arcsByMember,
  arcsOf,
  coloursOf,
  curveOf,
  daysOf,
  type Dot,
  dotSize,
  dotsOf,
  legendOf,
  rankedStaffs,
  rowsInSight,
  sinceFirstTalk,
} from './relations.rules';
import { Dot as LegendDot } from '../../shared/display/dot';
import { Note } from '../../shared/display/note';

const ROW_PX = 28;
const HEAD_PX = 26;
/** Height of the scrolled part of the picture. */
const SIGHT_PX = 20 * ROW_PX;
/** Between the plot and the edges of the picture. */
const EDGE_PX = 8;
/** The series of arcs in the picture. */
const ARCS = 0;
const TABLE_ROWS = 100;
/** Lines of the printed sheet: what fits on A4 beside its sentences. */
const SHEET_ROWS = 36;
const POLL_MS = 60_000;

/** Talks with every member over 12 months, the longest silence first (INS-7). */
export function RelationsPart() {
  const t = useTexts(relationTexts);
  const { data, error, refetch } = useGetRelationsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [asTable, setAsTable] = useState(false);
  const shown = useMemo(() => data && sinceFirstTalk(data), [data]);
  if (error && !data) return <PartProblem error={error} onRetry={() => void refetch()} />;
  if (!data || !shown) return <ListSkeleton rows={8} />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<IconUsers size={40} stroke={1.2} />} title={t('relations.empty')}>
        {t('relations.empty.text')}
      </EmptyState>
    );
  }
  return (
    <Box component="section" mb={32} className={style.relations} aria-labelledby="relations-title">
      <Group gap="xs">
        <Box component="h2" flex="1 1 300px" id="relations-title">
          {t('relations.title', { count: shown.months.length })}
        </Box>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTable size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'relations.picture' : 'relations.table')}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('relations.print')}
        </Button>
      </Group>
      <Recounting relations={shown} />
      <Sentences relations={shown} />
      {asTable ? <RelationTable relations={shown} /> : <Picture relations={shown} />}
      {data.total > data.items.length ? (
        <Note mb="xs">{t('relations.cut', { total: data.total, count: data.items.length })}</Note>
      ) : shown.months.length < data.months.length ? (
        <Note mt="xs">{t('relations.since')}</Note>
      ) : null}
      <Sheet relations={shown} />
    </Box>
  );
}

/** Says that the picture is not right yet, also on the printed sheet. */
function Recounting({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  return relations.recounting ? <Note role="status">{t('relations.recounting')}</Note> : null;
}

/** The month's figures in three sentences. */
function Sentences({ relations, size }: { relations: Relations; size?: string }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const { summary, months } = relations;
  return (
    <Text component="ul" size={size} lh={1.75} mt={8} mb={12}>
      <li>
        {t('relations.sentence.talked', { ...summary, month: month(months.at(-1)!, 'long') })}
      </li>
      <li>
        {t('relations.sentence.issues', {
          opened: summary.issuesOpened,
          solved: summary.issuesSolved,
        })}
      </li>
      <li>{t('relations.sentence.cold', { cold: summary.cold })}</li>
    </Text>
  );
}

function useDayName() {
  const intl = useIntl();
  return useCallback(
    (day: string) =>
      intl.formatDate(`${day}T00:00:00Z`, {
        ...{ timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' },
      }),
    [intl],
  );
}

const introductionPath = ({ introduction }: Arc) =>
  postPath({ kind: 'all' }, introduction.postId, { comments: true });

/** The other one of an introduction. */
const otherOf = ({ introduction: { member, toMember } }: Arc, memberId: string) =>
  member.id === memberId ? toMember : member;

function useMonthName() {
  const intl = useIntl();
  return useCallback(
    (month: string, form: 'short' | 'long') =>
      intl.formatDate(`${month}-01T00:00:00Z`, {
        timeZone: 'UTC',
        month: form,
        ...(form === 'long' ? { year: 'numeric' } : {}),
      }),
    [intl],
  );
}

/** Rows scroll as a page does; only those in sight are drawn, so 2,000 cost as much as 20. */
function Picture({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const navigate = useNavigate();
  const scheme = useComputedColorScheme('light');
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [current, setCurrent] = useState(0);
  const { items } = relations;
  const { from, to } = rowsInSight(scrolled, SIGHT_PX, ROW_PX, items.length);
  const rows = useMemo(() => items.slice(from, to), [items, from, to]);
  const ranked = useMemo(() => rankedStaffs(relations), [relations]);
  const colours = useMemo(() => coloursOf(ranked, chartColours[scheme]), [ranked, scheme]);
  const arcs = useMemo(() => arcsOf(relations), [relations]);
  const ofMember = useMemo(() => arcsByMember(arcs), [arcs]);
  const [pointed, setPointed] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const emphasised = pointed ?? (isFocused ? (items[current]?.member.id ?? null) : null);

  const go = (to: number) => {
    const row = Math.max(0, Math.min(items.length - 1, to));
    setCurrent(row);
    const box = scroller.current;
    if (!box) return;
    const top = row * ROW_PX;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW_PX > box.scrollTop + SIGHT_PX) box.scrollTop = top + ROW_PX - SIGHT_PX;
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ...{ ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 19, PageUp: -19 },
      ...{ Home: -items.length, End: items.length },
    };
    const step = steps[event.key];
    if (step !== undefined) go(current + step);
    else if (event.key === 'Enter') void navigate(paths.member(items[current]!.member.id));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <Note mb="xs">{t('relations.lead')}</Note>
      <Legend {...{ relations, ranked, colours, scheme }} hasArcs={arcs.length > 0} />
      <div
        ref={scroller}
        style={{
          height: Math.min(SIGHT_PX, items.length * ROW_PX) + HEAD_PX,
          overflowY: 'auto',
          borderBlock: '1px solid var(--e-line)',
        }}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      >
        <div style={{ height: items.length * ROW_PX + HEAD_PX }}>
          <div className={style.sight}>
            <div
              style={{ paddingTop: HEAD_PX }}
              role="listbox"
              tabIndex={0}
              aria-label={t('relations.chart', {
                count: items.length,
                months: relations.months.length,
              })}
              aria-activedescendant={`relation-${items[current]?.member.id}`}
              onKeyDown={onKey}
              onFocus={() => setFocused(true)}
              onBlur={() => setFocused(false)}
              onMouseLeave={() => setPointed(null)}
            >
              {rows.map((row, at) => (
                <RowHead
                  key={row.member.id}
                  row={row}
                  arcs={ofMember.get(row.member.id)}
                  isCurrent={from + at === current}
                  onPoint={setPointed}
                />
              ))}
            </div>
            <Dots
              relations={relations}
              rows={rows}
              from={from}
              arcs={arcs}
              colours={colours}
              emphasised={emphasised}
              onPoint={setPointed}
              onArc={(arc) => void navigate(introductionPath(arc))}
              onDot={(row, month) => {
                const { from: first, until } = daysOf(month);
                const query = `kind=post&member=${row.member.id}&from=${first}&until=${until}`;
                void navigate(`${paths.search}?${query}`);
              }}
            />
          </div>
        </div>
      </div>
    </>
  );
}

function RowHead(props: {
  row: MemberRelation;
  arcs: readonly Arc[] | undefined;
  isCurrent: boolean;
  onPoint: (memberId: string) => void;
}) {
  const t = useTexts(relationTexts);
  const intl = useIntl();
  const [now] = useState(() => Date.now());
  const { arcs, isCurrent } = props;
  const { member, lastTalkedAt, isCold } = props.row;
  const names = arcs?.map((arc) => memberName(otherOf(arc, member.id)));
  return (
    <Link
      id={`relation-${member.id}`}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      className={style.row}
      to={paths.member(member.id)}
      onMouseEnter={() => props.onPoint(member.id)}
    >
      <MemberAvatar member={member} size={20} />
      <Text span truncate inherit flex={1}>
        {memberName(member)}
      </Text>
      <Text span size="xs" c={isCold ? 'var(--e-waiting)' : 'var(--e-faint)'}>
        {lastTalkedAt
          ? t('relations.days', { days: daysSince(lastTalkedAt, now) })
          : t('relations.never')}
      </Text>
      {names ? (
        <VisuallyHidden>
          {t('relations.arcs.of', { names: intl.formatList(names, { type: 'unit' }) })}
        </VisuallyHidden>
      ) : null}
    </Link>
  );
}

function Legend(props: {
  relations: Relations;
  ranked: readonly number[];
  colours: readonly string[];
  scheme: 'light' | 'dark';
  hasArcs: boolean;
}) {
  const t = useTexts(relationTexts);
  const { named, hasOthers } = legendOf(props.ranked);
  return (
    <Group component="ul" gap="4px 16px" mb={8} fz="xs" c="dimmed">
      {named.map((place) => (
        <Sign key={place} words={props.relations.staffs[place]!.displayName}>
          <LegendDot color={props.colours[place]} />
        </Sign>
      ))}
      {hasOthers ? (
        <Sign words={t('relations.others')}>
          <LegendDot color={chartColours[props.scheme].at(-1)} />
        </Sign>
      ) : null}
      <Sign words={t('relations.issue')}>
        <LegendDot hollow color="var(--e-waiting)" />
      </Sign>
      {props.hasArcs ? (
        <Sign words={t('relations.arcs')}>
          <svg width="8" height="14" viewBox="0 0 8 14" {...arcLook} aria-hidden="true">
            <path d="M2 1Q11 7 2 13" />
          </svg>
        </Sign>
      ) : null}
    </Group>
  );
}

const arcLook = { fill: 'none', stroke: 'var(--e-done)' } as const;

/** A sign of the legend and its meaning. */
function Sign(props: { words: string; children: ReactNode }) {
  return (
    <Group component="li" gap={6}>
      {props.children}
      {props.words}
    </Group>
  );
}

function Dots(props: {
  relations: Relations;
  rows: readonly MemberRelation[];
  /** Place of the first row. */
  from: number;
  arcs: readonly Arc[];
  colours: readonly string[];
  /** The member whose arcs are emphasised. */
  emphasised: string | null;
  onPoint: (memberId: string | null) => void;
  onArc: (arc: Arc) => void;
  onDot: (row: MemberRelation, month: string) => void;
}) {
  const t = useTexts(relationTexts);
  const monthName = useMonthName();
  const dayName = useDayName();
  const { relations, rows, from, colours, emphasised } = props;
  const { months, staffs } = relations;
  // On a phone, dots of neighbouring months would overlap.
  const scale = useNarrow() ? 0.5 : 1;
  const arcs = useMemo(
    () => arcsBetween(props.arcs, from, from + rows.length),
    [props.arcs, from, rows],
  );
  const option = useCallback(
    (ink: ChartInk) => ({
      animation: false,
      grid: { left: EDGE_PX, right: EDGE_PX, top: HEAD_PX, bottom: 0 },
      tooltip: {},
      xAxis: {
        type: 'category',
        position: 'top',
        data: months.map((month) => monthName(month, 'short')),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: ink.soft, fontSize: 12, interval: 0, hideOverlap: true },
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: rows.map(({ member }) => member.id),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { show: false },
        splitLine: { show: true, lineStyle: { color: ink.line } },
      },
      series: [
        {
          type: 'custom',
          z: 1,
          // Curves to rows out of sight end at the plot's edge.
          clip: true,
          data: arcs.map(() => [0, 0]),
          renderItem: ({
            dataIndex,
            coordSys: { x, y, width },
          }: {
            dataIndex: number;
            coordSys: PlotBox;
          }) => arcShape(arcs[dataIndex]!, from, { x, y, width }, months.length, ink),
          tooltip: {
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const { member, toMember, day } = arcs[dataIndex]!.introduction;
              const names = { member: memberName(member), toMember: memberName(toMember) };
              return escaped(t('relations.arc', { ...names, day: dayName(day) }));
            },
          },
        },
        {
          type: 'scatter',
          tooltip: {
            formatter: ({ data: [x, y, talks, open, by] }: { data: Dot }) =>
              escaped(
                t('relations.dot', {
                  name: memberName(rows[y]!.member),
                  month: monthName(months[x]!, 'long'),
                  staff: staffs[by]?.displayName ?? '',
                  talks,
                  open,
                }),
              ),
          },
          data: dotsOf(rows),
          symbolSize: ([, , talks]: Dot) => dotSize(talks) * scale,
          itemStyle: {
            opacity: 1,
            color: ({ data: [, , , , by] }: { data: Dot }) => colours[by] ?? ink.soft,
          },
        },
        {
          type: 'scatter',
          silent: true,
          data: dotsOf(rows).filter(([, , , open]) => open > 0),
          symbolSize: ([, , talks]: Dot) => (dotSize(talks) + 5) * scale,
          itemStyle: {
            color: 'transparent',
            borderWidth: 2,
            borderColor: ink.of('var(--e-waiting)') || '#C7402D',
          },
        },
      ],
    }),
    [rows, from, arcs, months, staffs, colours, scale, t, monthName, dayName],
  );
  const onMark = ({ seriesIndex, dataIndex, data }: ChartMark) => {
    if (seriesIndex === ARCS) return props.onArc(arcs[dataIndex]!);
    const [x, y] = data as Dot;
    props.onDot(rows[y]!, months[x]!);
  };
  const onPoint = (mark: ChartMark | null) => {
    // An arc under the pointer is emphasised by the chart itself.
    const row = mark && mark.seriesIndex !== ARCS ? rows[(mark.data as Dot)[1]] : null;
    props.onPoint(row?.member.id ?? null);
  };
  const marks = useMemo(
    () => ({
      seriesIndex: ARCS,
      dataIndex: arcs.flatMap(({ introduction: { member, toMember } }, at) =>
        [member.id, toMember.id].includes(emphasised ?? '') ? [at] : [],
      ),
    }),
    [arcs, emphasised],
  );
  return (
    <div>
      <Chart
        label={t('relations.title', { count: months.length })}
        height={rows.length * ROW_PX + HEAD_PX}
        option={option}
        onMark={onMark}
        onPoint={onPoint}
        emphasised={marks}
      />
    </div>
  );
}

interface PlotBox {
  x: number;
  y: number;
  width: number;
}

/** An arc in the picture: a curve with a small mark at both ends. */
function arcShape(arc: Arc, from: number, plot: PlotBox, months: number, ink: ChartInk) {
  const shape = curveOf(arc, from, plot.width / months, ROW_PX);
  const colour = ink.of('var(--e-done)');
  const end = (cx: number, cy: number) => ({
    type: 'circle',
    shape: { cx, cy, r: 2 },
    style: { fill: colour },
    emphasis: { style: { opacity: 1 } },
  });
  return {
    type: 'group',
    ...{ x: plot.x, y: plot.y },
    children: [
      {
        type: 'bezierCurve',
        shape,
        style: { stroke: colour, lineWidth: 1, opacity: 0.75, fill: 'none' },
        emphasis: { style: { lineWidth: 2.5, opacity: 1 } },
      },
      end(shape.x1, shape.y1),
      end(shape.x2, shape.y2),
    ],
  };
}

/** Tooltips of ECharts are HTML. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** The same figures as numbers. */
function RelationTable({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const [shown, setShown] = useState(TABLE_ROWS);
  const [now] = useState(() => Date.now());
  const { items, months } = relations;
  const ofMember = useMemo(() => arcsByMember(arcsOf(relations)), [relations]);
  return (
    <div className={layout.scroll}>
      <Table fz="sm" style={{ whiteSpace: 'nowrap' }}>
        <Table.Thead fz="xs" c="dimmed">
          <Table.Tr>
            <Table.Th scope="col">{t('relations.member')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('relations.silence')}
            </Table.Th>
            {months.map((one) => (
              <Table.Th key={one} scope="col" ta="right">
                {month(one, 'short')}
              </Table.Th>
            ))}
            {ofMember.size > 0 ? (
              <Table.Th scope="col">{t('relations.arcs.column')}</Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.slice(0, shown).map(({ member, talks, openIssues, lastTalkedAt, isCold }) => (
            <Table.Tr key={member.id} ta="right">
              <Table.Th scope="row">
                <Link to={paths.member(member.id)}>{memberName(member)}</Link>
              </Table.Th>
              <Table.Td c={isCold ? 'var(--e-waiting)' : undefined}>
                {lastTalkedAt ? daysSince(lastTalkedAt, now) : t('relations.never')}
              </Table.Td>
              {talks.map((count, at) => (
                <Table.Td key={months[at]} {...(openIssues[at]! > 0 ? withIssue : {})}>
                  {count || ''}
                </Table.Td>
              ))}
              {ofMember.size > 0 ? (
                <IntroductionCell memberId={member.id} arcs={ofMember.get(member.id)} />
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {items.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + TABLE_ROWS)}>
          {t('relations.more')}
        </Button>
      ) : null}
    </div>
  );
}

const withIssue = { fw: 600, c: 'var(--e-waiting)' } as const;

function IntroductionCell(props: { memberId: string; arcs: readonly Arc[] | undefined }) {
  const t = useTexts(relationTexts);
  const dayName = useDayName();
  return (
    <Table.Td miw={200} ta="left">
      <Group gap="0 12px">
        {props.arcs?.map((arc) => (
          <Link key={arc.introduction.postId} to={introductionPath(arc)}>
            {t('relations.arcs.one', {
              name: memberName(otherOf(arc, props.memberId)),
              day: dayName(arc.introduction.day),
            })}
          </Link>
        ))}
      </Group>
    </Table.Td>
  );
}

/** What is printed on A4: the month's sentences and the longest silences. */
function Sheet({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const { space } = useSession();
  const { items, months } = relations;
  const [now] = useState(() => Date.now());
  const ranked = rankedStaffs(relations);
  const colours = coloursOf(ranked, chartColours.light);
  const rows = items.slice(0, SHEET_ROWS);
  const arcs = arcsOf({ ...relations, items: rows });
  return (
    <article className={style.sheet} aria-hidden="true">
      <Group justify="space-between" align="baseline">
        <h1>{t('relations.sheet')}</h1>
        <span>
          {space.displayName} · {month(months.at(-1)!, 'long')}
        </span>
      </Group>
      <Recounting relations={relations} />
      <Sentences relations={relations} size="sm" />
      <Legend {...{ relations, ranked, colours }} scheme="light" hasArcs={arcs.length > 0} />
      <div className={style.plot}>
        <svg
          {...arcLook}
          style={{ height: `${(100 * rows.length) / (rows.length + 1)}%` }}
          viewBox={`0 0 ${months.length} ${rows.length}`}
          preserveAspectRatio="none"
        >
          {arcs.map((arc) => {
            const { x1, y1, x2, y2, cpx1, cpy1 } = curveOf(arc, 0, 1, 1);
            return (
              <path
                key={arc.introduction.postId}
                vectorEffect="non-scaling-stroke"
                d={`M${x1} ${y1}Q${cpx1} ${cpy1} ${x2} ${y2}`}
              />
            );
          })}
        </svg>
        <table>
          <thead>
            <tr>
              <th />
              <th />
              {months.map((one) => (
                <th key={one}>{month(one, 'short')}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.member.id}>
                <th>{memberName(row.member)}</th>
                <td style={row.isCold ? { color: 'var(--e-waiting)' } : undefined}>
                  {row.lastTalkedAt
                    ? t('relations.days', { days: daysSince(row.lastTalkedAt, now) })
                    : t('relations.never')}
                </td>
                {row.talks.map((talks, at) => (
                  <td key={months[at]}>
                    {talks > 0 ? (
                      <i
                        style={{
                          width: dotSize(talks) * 0.7,
                          height: dotSize(talks) * 0.7,
                          borderRadius: '50%',
                          background: colours[row.by[at] ?? -1],
                          outline:
                            row.openIssues[at]! > 0 ? '2px solid var(--e-waiting)' : undefined,
                        }}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {relations.total > SHEET_ROWS ? (
        <Text fz="inherit" mt={8} c="dimmed">
          {t('relations.cut', { total: relations.total, count: SHEET_ROWS })}
        </Text>
      ) : null}
    </article>
  );
}
