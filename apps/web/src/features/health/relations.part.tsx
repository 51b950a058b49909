import type { MemberRelation, Relations } from '@engawa/contracts';
import { Button, useComputedColorScheme } from '@mantine/core';
import { IconPrinter, IconTable, IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { MemberAvatar } from '../../shared/avatar/person-avatar';
import { memberName } from '../../shared/directory/names';
import { Chart, type ChartInk, type ChartMark } from '../../shared/display/chart';
import { chartColours } from '../../shared/display/chart-palette';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { useGetRelationsQuery } from './health.api';
import { daysSince } from './health.rules';
import { relationTexts } from './relations.messages';
import style from './relations.module.css';
import {
  coloursOf,
  daysOf,
  type Dot,
  dotSize,
  dotsOf,
  legendOf,
  rankedStaffs,
  rowsInSight,
} from './relations.rules';

const ROW_PX = 28;
const HEAD_PX = 26;
/** Height of the scrolled part of the picture. */
const SIGHT_PX = 20 * ROW_PX;
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
  if (error && !data) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={8} />;
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<IconUsers size={40} stroke={1.2} />} title={t('relations.empty')}>
        {t('relations.empty.text')}
      </EmptyState>
    );
  }
  return (
    <section className={style.relations} aria-labelledby="relations-title">
      <div className={style.head}>
        <h2 id="relations-title">{t('relations.title')}</h2>
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
      </div>
      <Sentences relations={data} />
      {asTable ? <RelationTable relations={data} /> : <Picture relations={data} />}
      {data.total > data.items.length ? (
        <p className={style.lead}>
          {t('relations.cut', { total: data.total, count: data.items.length })}
        </p>
      ) : null}
      <Sheet relations={data} />
    </section>
  );
}

/** The month's figures in three sentences. */
function Sentences({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const { summary, months } = relations;
  return (
    <ul className={style.sentences}>
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
    </ul>
  );
}

function useMonthName() {
  const intl = useIntl();
  return (month: string, form: 'short' | 'long') =>
    intl.formatDate(`${month}-01T00:00:00Z`, {
      timeZone: 'UTC',
      month: form,
      ...(form === 'long' ? { year: 'numeric' } : {}),
    });
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
      <p className={style.lead}>{t('relations.lead')}</p>
      <Legend relations={relations} ranked={ranked} colours={colours} />
      <div
        ref={scroller}
        className={style.scroller}
        style={{ height: Math.min(SIGHT_PX, items.length * ROW_PX) + HEAD_PX }}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      >
        <div style={{ height: items.length * ROW_PX + HEAD_PX }}>
          <div className={style.sight}>
            <div
              className={style.names}
              role="listbox"
              tabIndex={0}
              aria-label={t('relations.chart', { count: items.length })}
              aria-activedescendant={`relation-${items[current]?.member.id}`}
              onKeyDown={onKey}
            >
              {rows.map((row, at) => (
                <RowHead key={row.member.id} row={row} isCurrent={from + at === current} />
              ))}
            </div>
            <Dots
              relations={relations}
              rows={rows}
              colours={colours}
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

function RowHead({ row, isCurrent }: { row: MemberRelation; isCurrent: boolean }) {
  const t = useTexts(relationTexts);
  const [now] = useState(() => Date.now());
  const { member, lastTalkedAt, isCold } = row;
  return (
    <Link
      id={`relation-${member.id}`}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      className={style.row}
      to={paths.member(member.id)}
    >
      <MemberAvatar member={member} size={20} />
      <span className={style.name}>{memberName(member)}</span>
      <small data-cold={isCold || undefined}>
        {lastTalkedAt
          ? t('relations.days', { days: daysSince(lastTalkedAt, now) })
          : t('relations.never')}
      </small>
    </Link>
  );
}

function Legend(props: {
  relations: Relations;
  ranked: readonly number[];
  colours: readonly string[];
}) {
  const t = useTexts(relationTexts);
  const scheme = useComputedColorScheme('light');
  const { named, hasOthers } = legendOf(props.ranked);
  return (
    <ul className={style.legend}>
      {named.map((place) => (
        <li key={place}>
          <i style={{ background: props.colours[place] }} />
          {props.relations.staffs[place]!.displayName}
        </li>
      ))}
      {hasOthers ? (
        <li>
          <i style={{ background: chartColours[scheme].at(-1) }} />
          {t('relations.others')}
        </li>
      ) : null}
      <li>
        <i className={style.ring} />
        {t('relations.issue')}
      </li>
    </ul>
  );
}

function Dots(props: {
  relations: Relations;
  rows: readonly MemberRelation[];
  colours: readonly string[];
  onDot: (row: MemberRelation, month: string) => void;
}) {
  const t = useTexts(relationTexts);
  const monthName = useMonthName();
  const { relations, rows, colours, onDot } = props;
  const { months, staffs } = relations;
  const option = useCallback(
    (ink: ChartInk) => ({
      animation: false,
      grid: { left: 8, right: 8, top: HEAD_PX, bottom: 0 },
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
          type: 'scatter',
          data: dotsOf(rows),
          symbolSize: ([, , talks]: Dot) => dotSize(talks),
          itemStyle: {
            opacity: 1,
            color: ({ data: [, , , , by] }: { data: Dot }) => colours[by] ?? ink.soft,
          },
        },
        {
          type: 'scatter',
          silent: true,
          data: dotsOf(rows).filter(([, , , open]) => open > 0),
          symbolSize: ([, , talks]: Dot) => dotSize(talks) + 5,
          itemStyle: {
            color: 'transparent',
            borderWidth: 2,
            borderColor: ink.of('var(--e-waiting)') || '#C7402D',
          },
        },
      ],
    }),
    [rows, months, staffs, colours, t, monthName],
  );
  const onMark = ({ data }: ChartMark) => {
    const [x, y] = data as Dot;
    onDot(rows[y]!, months[x]!);
  };
  return (
    <div className={style.dots}>
      <Chart
        label={t('relations.title')}
        height={rows.length * ROW_PX + HEAD_PX}
        option={option}
        onMark={onMark}
      />
    </div>
  );
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
  return (
    <div className={style.tableBox}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('relations.member')}</th>
            <th scope="col">{t('relations.silence')}</th>
            {months.map((one) => (
              <th key={one} scope="col">
                {month(one, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.slice(0, shown).map(({ member, talks, openIssues, lastTalkedAt, isCold }) => (
            <tr key={member.id}>
              <th scope="row">
                <Link to={paths.member(member.id)}>{memberName(member)}</Link>
              </th>
              <td data-cold={isCold || undefined}>
                {lastTalkedAt ? daysSince(lastTalkedAt, now) : t('relations.never')}
              </td>
              {talks.map((count, at) => (
                <td key={months[at]} data-open={openIssues[at]! > 0 || undefined}>
                  {count || ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > shown ? (
        <Button variant="default" onClick={() => setShown(shown + TABLE_ROWS)}>
          {t('relations.more')}
        </Button>
      ) : null}
    </div>
  );
}

/** What is printed on A4: the month's sentences and the longest silences. */
function Sheet({ relations }: { relations: Relations }) {
  const t = useTexts(relationTexts);
  const month = useMonthName();
  const { space } = useSession();
  const { items, months, staffs } = relations;
  const [now] = useState(() => Date.now());
  const ranked = rankedStaffs(relations);
  const colours = coloursOf(ranked, chartColours.light);
  const { named, hasOthers } = legendOf(ranked);
  return (
    <article className={style.sheet} aria-hidden="true">
      <div className={style.sheetHead}>
        <h1>{t('relations.sheet')}</h1>
        <span>
          {space.displayName} · {month(months.at(-1)!, 'long')}
        </span>
      </div>
      <Sentences relations={relations} />
      <ul className={style.legend}>
        {named.map((place) => (
          <li key={place}>
            <i style={{ background: colours[place] }} />
            {staffs[place]!.displayName}
          </li>
        ))}
        {hasOthers ? (
          <li>
            <i style={{ background: chartColours.light.at(-1) }} />
            {t('relations.others')}
          </li>
        ) : null}
        <li>
          <i className={style.ring} />
          {t('relations.issue')}
        </li>
      </ul>
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
          {items.slice(0, SHEET_ROWS).map((row) => (
            <tr key={row.member.id}>
              <th>{memberName(row.member)}</th>
              <td data-cold={row.isCold || undefined}>
                {row.lastTalkedAt
                  ? t('relations.days', { days: daysSince(row.lastTalkedAt, now) })
                  : t('relations.never')}
              </td>
              {row.talks.map((talks, at) => (
                <td key={months[at]}>
                  {talks > 0 ? (
                    <i
                      data-open={row.openIssues[at]! > 0 || undefined}
                      style={{
                        width: dotSize(talks) * 0.7,
                        height: dotSize(talks) * 0.7,
                        background: colours[row.by[at] ?? -1],
                      }}
                    />
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {relations.total > SHEET_ROWS ? (
        <p className={style.sheetEnd}>
          {t('relations.cut', { total: relations.total, count: SHEET_ROWS })}
        </p>
      ) : null}
    </article>
  );
}
