import type { DashboardAddress } from './dashboard.rules';
import { type BarRow, PeriodChart } from './period-chart';

const ROW_PX = 34;
const GAP_PX = 6;
const AXIS_PX = 24;
const NAMES_PX = 116;

/**
 * People over time, each on a line of their own with the same scale: stacked bars of people could
 * not be compared.
 */
export function PeopleBars(props: {
  label: string;
  periods: readonly string[];
  rows: readonly BarRow[];
  address: DashboardAddress;
}) {
  const { rows } = props;
  return (
    <PeriodChart
      {...props}
      height={rows.length * ROW_PX + AXIS_PX}
      optionOf={(ink, axis) => {
        const most = Math.max(1, ...rows.flatMap(({ byPeriod }) => byPeriod));
        return {
          grid: rows.map((_, at) => ({
            left: NAMES_PX,
            right: 8,
            top: at * ROW_PX + GAP_PX,
            height: ROW_PX - GAP_PX,
          })),
          tooltip: {
            trigger: 'item',
            backgroundColor: ink.surface,
            borderColor: ink.line,
            textStyle: { color: ink.text },
          },
          xAxis: rows.map((_, at) => ({
            ...axis,
            gridIndex: at,
            axisLabel: { ...axis.axisLabel, show: at === rows.length - 1 },
          })),
          yAxis: rows.map(({ name }, at) => ({
            type: 'value',
            gridIndex: at,
            max: most,
            name,
            nameLocation: 'middle',
            nameRotate: 0,
            nameGap: 8,
            nameTextStyle: {
              ...{ color: ink.text, align: 'right', width: NAMES_PX - 16, overflow: 'truncate' },
            },
            axisLabel: { show: false },
            splitLine: { show: false },
          })),
          series: rows.map((row, at) => ({
            name: row.name,
            type: 'bar',
            xAxisIndex: at,
            yAxisIndex: at,
            barMaxWidth: 28,
            itemStyle: { color: ink.accent },
            data: [...row.byPeriod],
          })),
        };
      }}
    />
  );
}
