import { useComputedColorScheme } from '@mantine/core';
import ReactECharts from 'echarts-for-react/esm/core';
import { BarChart, GraphChart, LineChart, PieChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import type { EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useMemo, useRef } from 'react';

echarts.use([
  BarChart,
  GraphChart,
  LineChart,
  PieChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

/** Colours of the running scheme, by what they are for. */
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

/** A canvas cannot read CSS variables: they are looked up for the scheme that is shown. */
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
 * A chart in the app's colours. `label` says in words what it shows; every figure of it must also
 * stand in a table or list beside it, for those who do not see it.
 */
export function Chart(props: {
  label: string;
  height: number;
  option: (ink: ChartInk) => EChartsCoreOption;
  onMark?: (mark: ChartMark) => void;
  /** Gets what gives the picture as a PNG data address. */
  onPicture?: (picture: () => string) => void;
}) {
  const scheme = useComputedColorScheme('light');
  const { option, onMark, onPicture } = props;
  // The scheme decides what the variables hold.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const ink = useMemo(() => inkOf(), [scheme]);
  const shown = useMemo(
    () => ({
      animationDuration: 140,
      textStyle: { fontFamily: 'inherit', color: ink.text },
      ...option(ink),
    }),
    [option, ink],
  );
  const chart = useRef<ReactECharts | null>(null);
  return (
    <div role="img" aria-label={props.label}>
      <ReactECharts
        ref={(element: ReactECharts | null) => {
          chart.current = element;
          if (element) {
            onPicture?.(() =>
              element.getEchartsInstance().getDataURL({
                type: 'png',
                pixelRatio: 2,
                backgroundColor: ink.surface,
              }),
            );
          }
        }}
        echarts={echarts}
        option={shown}
        notMerge
        style={{ height: props.height }}
        onEvents={onMark ? { click: (mark: ChartMark) => onMark(mark) } : {}}
      />
    </div>
  );
}
