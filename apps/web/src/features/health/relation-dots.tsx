import type { MemberRelation, Relations } from '@engawa/contracts';
import { useCallback, useMemo } from 'react';
import { memberName } from '../../shared/directory/names';
import { Chart, type ChartInk, type ChartMark } from '../../shared/display/chart';
import { escapeHtml } from '../../shared/display/escape-html';
import { useTexts } from '../../shared/intl/messages';
import { useNarrow } from '../../shared/layout/use-wide';
import { useDayName, useMonthName } from './relation-names';
import { relationTexts } from './relations.messages';
import { type Arc, arcsBetween, curveOf, type Dot, dotSize, dotsOf } from './relations.rules';

/** Heights of a row and of the names of the months above the rows. */
export const ROW_PX = 28;
export const HEAD_PX = 26;
/** Between the plot and the edges of the picture. */
const EDGE_PX = 8;
/** The series of arcs in the picture. */
const ARCS = 0;

/** The dots and arcs beside the rows in sight. */
export function Dots(props: {
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
  // On a phone, dots and names of neighbouring months would overlap.
  const isNarrow = useNarrow();
  const scale = isNarrow ? 0.5 : 1;
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
        axisLabel: { color: ink.soft, fontSize: 12, interval: isNarrow ? 1 : 0, hideOverlap: true },
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
          // Tooltips are HTML.
          tooltip: {
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const { member, toMember, day } = arcs[dataIndex]!.introduction;
              const names = { member: memberName(member), toMember: memberName(toMember) };
              return escapeHtml(t('relations.arc', { ...names, day: dayName(day) }));
            },
          },
        },
        {
          type: 'scatter',
          tooltip: {
            formatter: ({ data: [x, y, talks, open, by] }: { data: Dot }) =>
              escapeHtml(
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
    [rows, from, arcs, months, staffs, colours, isNarrow, scale, t, monthName, dayName],
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
