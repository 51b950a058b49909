import type { EChartsCoreOption } from 'echarts/core';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import type { ChartInk, ChartMark } from '../../shared/ui/chart';
import { Chart } from './chart-card';
import { type DashboardAddress, periodDays, postsPath } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';

/** A series over the periods, with the filter of its posts. */
export interface BarRow {
  key: string;
  name: string;
  /** A CSS variable. */
  ink: string;
  byPeriod: readonly number[];
  filter: Readonly<Record<string, string>>;
}

/** Stacked bars over time; each opens its posts (INS-5). */
export function StackedBars(props: {
  label: string;
  height: number;
  periods: readonly string[];
  rows: readonly BarRow[];
  address: DashboardAddress;
}) {
  const say = useTexts(dashboardTexts);
  const intl = useIntl();
  const navigate = useNavigate();
  const { periods, rows, address } = props;
  const heads = periods.map((day) =>
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
        data: [...row.byPeriod],
      })),
    }),
    // The figures decide, not the arrays that hold them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  const open = (mark: ChartMark) => {
    const row = rows[mark.seriesIndex];
    const first = periods[mark.dataIndex];
    if (!row || !first) return;
    void navigate(postsPath({ ...row.filter, ...periodDays(first, address) }));
  };
  return (
    <>
      <Chart label={props.label} height={props.height} option={option} onMark={open} />
      {/* A table keeps the width of its cells; what holds it does not. */}
      <div className="engawa-unseen">
        <table>
          <thead>
            <tr>
              <th>{say('dashboard.period')}</th>
              {rows.map((row) => (
                <th key={row.key}>{row.name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heads.map((head, index) => (
              <tr key={periods[index]}>
                <th>{head}</th>
                {rows.map((row) => (
                  <td key={row.key}>{row.byPeriod[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
