import type { DashboardAddress } from './dashboard.rules';
import { type BarRow, PeriodChart } from './period-chart';

/** A part of a stack. */
interface StackRow extends BarRow {
  colour: string;
}

/** Stacked bars over time. */
export function StackedBars(props: {
  label: string;
  height: number;
  periods: readonly string[];
  rows: readonly StackRow[];
  address: DashboardAddress;
}) {
  return (
    <PeriodChart
      {...props}
      optionOf={(ink, axis) => ({
        grid: { left: 36, right: 8, top: 12, bottom: 56 },
        legend: {
          bottom: 0,
          type: 'scroll',
          icon: 'circle',
          itemWidth: 10,
          textStyle: { color: ink.soft },
          pageTextStyle: { color: ink.soft },
          pageIconColor: ink.soft,
          pageIconInactiveColor: ink.line,
        },
        tooltip: {
          trigger: 'axis',
          axisPointer: { type: 'shadow' },
          backgroundColor: ink.surface,
          borderColor: ink.line,
          textStyle: { color: ink.text },
        },
        xAxis: axis,
        yAxis: {
          type: 'value',
          minInterval: 1,
          axisLabel: { color: ink.soft },
          splitLine: { lineStyle: { color: ink.line } },
        },
        series: props.rows.map((row) => ({
          name: row.name,
          type: 'bar',
          stack: 'posts',
          barMaxWidth: 28,
          // The gap keeps neighbours apart.
          itemStyle: { color: row.colour, borderColor: ink.surface, borderWidth: 1 },
          data: [...row.byPeriod],
        })),
      })}
    />
  );
}
