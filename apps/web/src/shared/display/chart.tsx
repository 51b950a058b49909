import { useComputedColorScheme } from '@mantine/core';
import ReactECharts from 'echarts-for-react/esm/core';
import { BarChart, GraphChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import * as echarts from 'echarts/core';
import type { EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useMemo } from 'react';

echarts.use([
  BarChart,
  GraphChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  LabelLayout,
  CanvasRenderer,
]);

/** Colours of the current scheme by purpose. */
export interface ChartInk {
  text: string;
  soft: string;
  line: string;
  surface: string;
  accent: string;
  /** The value of a CSS variable such as `var(--e-label-teal)`. */
  of: (variable: string) => string;
}

export interface ChartMark {
  seriesName: string;
  seriesIndex: number;
  dataIndex: number;
  data: unknown;
  dataType?: string;
}

/** A canvas cannot read CSS variables: they are resolved for the current scheme. */
function inkOf(): ChartInk {
  const style = getComputedStyle(document.documentElement);
  const of = (variable: string) =>
    style.getPropertyValue(variable.replace(/^var\((.*)\)$/, '$1')).trim();
  return {
    text: of('--e-text'),
    soft: of('--e-soft'),
    line: of('--e-line'),
    surface: of('--e-surface'),
    accent: of('--e-accent'),
    of,
  };
}

/**
 * A chart in the app's colours. `label` describes it in words; every figure must also be in a table
 * or list beside it for readers who cannot see it.
 */
export function Chart(props: {
  label: string;
  height: number;
  option: (ink: ChartInk) => EChartsCoreOption;
  onMark?: (mark: ChartMark) => void;
}) {
  const scheme = useComputedColorScheme('light');
  const { option, onMark } = props;
  // The scheme decides what the variables hold.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const ink = useMemo(() => inkOf(), [scheme]);
  const shown = useMemo(
    () => ({
      animation: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      animationDuration: 140,
      textStyle: { fontFamily: 'inherit', color: ink.text },
      ...option(ink),
    }),
    [option, ink],
  );
  return (
    <div role="img" aria-label={props.label}>
      <ReactECharts
        echarts={echarts}
        option={shown}
        notMerge
        style={{ height: props.height }}
        onEvents={onMark ? { click: (mark: ChartMark) => onMark(mark) } : {}}
      />
    </div>
  );
}

/** The chart in an element as a PNG data URL on the card's background; null without one. */
export function pictureOf(element: Element): string | null {
  const drawn = element.querySelector('canvas');
  if (!drawn) return null;
  const copy = document.createElement('canvas');
  copy.width = drawn.width;
  copy.height = drawn.height;
  const context = copy.getContext('2d');
  if (!context) return null;
  context.fillStyle = inkOf().surface;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(drawn, 0, 0);
  return copy.toDataURL('image/png');
}
