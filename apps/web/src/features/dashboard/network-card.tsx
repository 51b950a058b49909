import type { Insights } from '@engawa/contracts';
import type { EChartsCoreOption } from 'echarts/core';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import type { ChartInk, ChartMark } from '../../shared/ui/chart';
import { Card, Chart } from './chart-card';
import { type DashboardAddress, postsPath, rangeOf } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import style from './dashboard.module.css';

/** Most connections listed beside the network. */
const LISTED = 10;
/** In a larger network, names are only in tooltips. */
const NAMED = 40;

/** Members mentioned together (beta); each line and dot opens its posts. */
export function NetworkCards(props: { insights: Insights; address: DashboardAddress }) {
  const say = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const { members, edges } = props.insights.connections;
  const range = rangeOf(props.address);
  const names = new Map(members.map(({ member }) => [member.id, memberName(member)]));
  const key = JSON.stringify([members.map(({ member, total }) => [member.id, total]), edges]);
  const option = useCallback(
    (ink: ChartInk): EChartsCoreOption => ({
      tooltip: {
        backgroundColor: ink.surface,
        borderColor: ink.line,
        textStyle: { color: ink.text },
        formatter: (mark: { dataType?: string; data: { value: number; source?: string } }) => {
          const data = mark.data as { value: number; source: string; target: string; id: string };
          const words =
            mark.dataType === 'edge'
              ? [names.get(data.source), names.get(data.target)].join(' – ')
              : names.get(data.id);
          return say('dashboard.tip', { name: escaped(words ?? ''), count: data.value });
        },
      },
      series: [
        {
          type: 'graph',
          layout: 'force',
          roam: true,
          scaleLimit: { min: 0.5, max: 4 },
          // Compact, so that everything is within the frame.
          force: { repulsion: 120, edgeLength: 64, gravity: 0.13, layoutAnimation: false },
          zoom: 0.9,
          label: {
            show: members.length <= NAMED,
            position: 'right',
            color: ink.text,
            fontSize: 12,
          },
          lineStyle: { color: ink.accent, opacity: 0.35 },
          emphasis: { lineStyle: { opacity: 0.9 }, label: { show: true } },
          itemStyle: { color: ink.accent },
          data: members.map(({ member, total }) => ({
            id: member.id,
            name: memberName(member),
            value: total,
            symbolSize: 8 + Math.min(26, Math.sqrt(total) * 5),
          })),
          links: edges.map(({ between, total }) => ({
            source: between[0],
            target: between[1],
            value: total,
            // Wide enough for a finger.
            lineStyle: { width: Math.min(8, 1.6 + total * 0.6) },
          })),
        },
      ],
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  );
  if (edges.length === 0) return null;
  const edgePath = (one: string, other: string) =>
    postsPath({ ...range, member: one, with: other });
  const open = (mark: ChartMark) => {
    const data = mark.data as { id?: string; source?: string; target?: string } | null;
    if (mark.dataType === 'edge' && data?.source && data.target) {
      void navigate(edgePath(data.source, data.target));
    } else if (mark.dataType === 'node' && data?.id) {
      void navigate(postsPath({ ...range, member: data.id }));
    }
  };
  return (
    <>
      <Card title={say('dashboard.network')} size="wide" file="connections">
        <p className={style.lead}>{say('dashboard.network.lead')}</p>
        <Chart label={say('dashboard.network')} height={380} option={option} onMark={open} />
      </Card>
      <Card title={say('dashboard.edges')} size="narrow">
        <ol className={style.edges}>
          {edges.slice(0, LISTED).map(({ between: [one, other], total }) => (
            <li key={`${one} ${other}`}>
              <Link to={edgePath(one, other)}>
                <span>
                  {names.get(one)} – {names.get(other)}
                </span>
                <span className={style.count}>{total}</span>
              </Link>
            </li>
          ))}
        </ol>
      </Card>
    </>
  );
}

/** Tooltips are HTML: names must be escaped. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
