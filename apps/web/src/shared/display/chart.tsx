import { useComputedColorScheme } from '@mantine/core';
import ReactECharts from 'echarts-for-react/esm/core';
import {
  BarChart,
  CustomChart,
  GraphChart,
  LineChart,
  PieChart,
  ScatterChart,
} from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import * as echarts from 'echarts/core';
import type { EChartsCoreOption } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useRef } from 'react';

echarts.use([
  BarChart,
  CustomChart,
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
  const of = (variable: string) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = variable.startsWith('--') ? `var(${variable})` : variable;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
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
  /** The mark under the pointer, null when it leaves. */
  onPoint?: (mark: ChartMark | null) => void;
  /** Marks that are emphasised without the pointer. */
  emphasised?: { seriesIndex: number; dataIndex: readonly number[] };
}) {
  const scheme = useComputedColorScheme('light');
  const chart = useRef<ReactECharts>(null);
  const { option, onMark, onPoint, emphasised } = props;
  // The scheme decides what the variables hold.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const ink = useMemo(() => inkOf(), [scheme]);
  const shown = useMemo(
    () => ({
      animation: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      animationDuration: 140,
      // A canvas does not know `inherit`: it would draw every text in 10 px of its own face.
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: ink.text },
      ...option(ink),
    }),
    [option, ink],
  );
  useEffect(() => {
    const drawn = chart.current?.getEchartsInstance();
    if (!drawn || !emphasised || emphasised.dataIndex.length === 0) return;
    const act = (type: string) => {
      if (!drawn.isDisposed()) drawn.dispatchAction({ type, ...emphasised });
    };
    act('highlight');
    return () => act('downplay');
  }, [emphasised, shown]);
  return (
    <div role="img" aria-label={props.label}>
      <ReactECharts
        ref={chart}
        echarts={echarts}
        option={shown}
        notMerge
        style={{ height: props.height }}
        onEvents={{
          ...(onMark ? { click: (mark: ChartMark) => onMark(mark) } : {}),
          ...(onPoint
            ? { mouseover: (mark: ChartMark) => onPoint(mark), mouseout: () => onPoint(null) }
            : {}),
        }}
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
