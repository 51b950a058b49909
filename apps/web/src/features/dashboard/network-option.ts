import type { Insights } from '@engawa/contracts';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartInk } from '../../shared/display/chart';
import { escapeHtml } from '../../shared/display/escape-html';
import { faceOf } from './network-faces';
import type { NetworkLayout } from './network.rules';

/** What the network shows. */
export interface NetworkPicture {
  members: Insights['connections']['members'];
  /** By member. */
  names: ReadonlyMap<string, string>;
  /** The lines between members. */
  shown: Insights['connections']['edges'];
  /** Members who are often mentioned together; `title` is drawn, and may be empty. */
  groups: readonly { memberIds: readonly string[]; title: string; colour: string }[];
  layout: NetworkLayout;
  /** Whether names stand below the faces. */
  isNamed: boolean;
  photos: ReadonlyMap<string, HTMLImageElement>;
  /** In pixels. */
  width: number;
  tipOf: (name: string, count: number) => string;
}

/** The chart of a network. */
export function networkOption(picture: NetworkPicture, ink: ChartInk): EChartsCoreOption {
  const { members, shown, groups, layout, isNamed, photos, width } = picture;
  const { places } = layout;
  const nameOf = (memberId: string) => picture.names.get(memberId) ?? '';
  const groupOf = new Map(groups.flatMap((group) => group.memberIds.map((id) => [id, group])));
  const most = Math.max(...members.map(({ total }) => total));
  const isInside = (between: readonly [string, string]) =>
    groupOf.get(between[0]) === groupOf.get(between[1]);
  const still = { tooltip: { show: false }, emphasis: { disabled: true }, cursor: 'default' };
  return {
    tooltip: {
      backgroundColor: ink.surface,
      borderColor: ink.line,
      textStyle: { color: ink.text },
      formatter: (mark: { dataType?: string; data: { value: number; source?: string } }) => {
        const data = mark.data as { value: number; source: string; target: string; id: string };
        // Tooltips are HTML.
        const words =
          mark.dataType === 'edge'
            ? [nameOf(data.source), nameOf(data.target)].join(' – ')
            : nameOf(data.id);
        return picture.tipOf(escapeHtml(words), data.value);
      },
    },
    series: [
      {
        type: 'graph',
        layout: 'none',
        ...{ left: 0, right: 0, top: 0, bottom: 0 },
        label: {
          ...{ show: isNamed, position: 'bottom', distance: 4 },
          ...{ color: ink.text, fontSize: 12 },
        },
        emphasis: { focus: 'adjacency', lineStyle: { opacity: 1 }, label: { show: true } },
        blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.08 } },
        data: [
          ...groups.map((group, at) => {
            const { x, y, ...room } = layout.rooms[at]!;
            return {
              ...still,
              ...{
                id: `room ${at}`,
                x,
                y,
                symbol: 'roundRect',
                symbolSize: [room.width, room.height],
              },
              itemStyle: { color: group.colour, opacity: 0.07 },
              label: { show: false },
            };
          }),
          ...members
            .filter(({ member }) => places.has(member.id))
            .map(({ member, total }) => ({
              id: member.id,
              name: nameOf(member.id),
              value: total,
              ...places.get(member.id)!,
              symbol: faceOf(member, photos.get(member.id), groupOf.get(member.id)!.colour, ink),
              symbolSize: layout.face * (0.8 + 0.2 * Math.sqrt(total / most)),
            })),
          ...groups.map((group, at) => ({
            ...still,
            ...{ id: `group ${at}`, name: group.title, ...layout.names[at]!, symbolSize: 0 },
            label: {
              ...{ show: group.title !== '', position: 'inside', color: ink.soft },
              ...{ fontSize: 12, fontWeight: 600, width: layout.rooms[at]!.width - 8 },
              overflow: 'truncate',
            },
          })),
          // The chart scales the bounds of all nodes to its frame: these keep pixels as they are.
          ...[0, 1].map((corner) => ({
            ...still,
            ...{ id: `corner ${corner}`, x: corner * width, y: corner * layout.height },
            ...{ symbolSize: 0, label: { show: false } },
          })),
        ],
        links: shown.map(({ between, total }) => ({
          source: between[0],
          target: between[1],
          value: total,
          // Wide enough for a finger.
          lineStyle: {
            width: Math.min(8, 1.6 + total * 0.6),
            ...(isInside(between)
              ? { color: groupOf.get(between[0])!.colour, opacity: 0.5 }
              : { color: ink.soft, opacity: 0.16, curveness: 0.15 }),
          },
        })),
      },
    ],
  };
}
