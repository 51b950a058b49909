import type { EChartsCoreOption } from 'echarts/core';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import type { ChartInk, ChartMark } from '../../shared/display/chart';
import { Chart } from './chart-card';
import { type DashboardAddress, isWeekend, periodDays, postsPath } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';

/** A series over the periods, with the filter of its posts. */
export interface BarRow {
  key: string;
  name: string;
  byPeriod: readonly number[];
  /** Null where no search finds its posts. */
  filter: Readonly<Record<string, string>> | null;
}

/** A chart of rows over periods, and its figures as a table; each mark opens its posts (INS-5). */
export function PeriodChart(props: {
  label: string;
  height: number;
  periods: readonly string[];
  rows: readonly BarRow[];
  address: DashboardAddress;
  /** Made again when the rows or periods change; `axis` is that of the periods. */
  optionOf: (ink: ChartInk, axis: PeriodAxis) => EChartsCoreOption;
}) {
  const navigate = useNavigate();
  const { periods, rows, address, optionOf } = props;
  const heads = usePeriodHeads(periods, address.unit);
  const key = JSON.stringify([rows, heads]);
  const option = useCallback(
    (ink: ChartInk) => optionOf(ink, periodAxis(heads, periods, address.unit, ink)),
    // The figures decide, not the arrays that hold them.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  const open = (mark: ChartMark) => {
    const row = rows[mark.seriesIndex];
    const first = periods[mark.dataIndex];
    if (!row?.filter || !first) return;
    void navigate(postsPath({ ...row.filter, ...periodDays(first, address) }));
  };
  return (
    <>
      <Chart label={props.label} height={props.height} option={option} onMark={open} />
      <PeriodTable heads={heads} periods={periods} rows={rows} />
    </>
  );
}

/** The heads of periods on an axis. */
function usePeriodHeads(periods: readonly string[], unit: DashboardAddress['unit']) {
  const intl = useIntl();
  return periods.map((day) =>
    intl.formatDate(`${day}T00:00:00Z`, {
      timeZone: 'UTC',
      month: 'numeric',
      day: unit === 'month' ? undefined : 'numeric',
      year: unit === 'month' ? 'numeric' : undefined,
    }),
  );
}

export type PeriodAxis = ReturnType<typeof periodAxis>;

function periodAxis(
  heads: readonly string[],
  periods: readonly string[],
  unit: DashboardAddress['unit'],
  ink: ChartInk,
) {
  return {
    type: 'category',
    data: heads,
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
    axisLabel: { color: ink.soft },
    splitArea: weekendArea(periods, unit, ink),
  };
}

/** Marks weekends on an axis of days. */
function weekendArea(periods: readonly string[], unit: DashboardAddress['unit'], ink: ChartInk) {
  const shade = ink.of('var(--e-hover)');
  const color = periods.map((day) => (isWeekend(day) ? shade : 'transparent'));
  // Each day, also where the axis has no room for all its labels.
  return { show: unit === 'day', interval: 0, areaStyle: { color } };
}

/** The figures of a chart, for readers who cannot see it. */
function PeriodTable(props: {
  heads: readonly string[];
  periods: readonly string[];
  rows: readonly Pick<BarRow, 'key' | 'name' | 'byPeriod'>[];
}) {
  const t = useTexts(dashboardTexts);
  const { heads, periods, rows } = props;
  return (
    // A table keeps the width of its cells; what holds it does not.
    <div className="engawa-unseen">
      <table>
        <thead>
          <tr>
            <th>{t('dashboard.period')}</th>
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
  );
}
