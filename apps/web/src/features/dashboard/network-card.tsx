import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import type { Insights } from '@engawa/contracts';
import { Group, Switch, Text, useComputedColorScheme } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { useNarrow } from '../../shared/layout/use-wide';
import type { ChartInk, ChartMark } from '../../shared/display/chart';
import { CHART_SERIES, chartColours } from '../../shared/display/chart-palette';
import { Card, Chart } from './chart-card';
import { type DashboardAddress, postsPath, rangeOf } from './dashboard.rules';
import { dashboardTexts } from './dashboard.messages';
import { Dot } from '../../shared/display/dot';
import { Note } from '../../shared/display/note';
import { AllMembers } from './people-cards';
import { CompactLink } from '../../shared/list/compact-link';
import { photosOf } from './network-faces';
import { networkOption } from './network-option';
import { communitiesOf, layoutOf, namesOf, shownEdges } from './network.rules';

/** Most connections listed beside the network. */
const ROWS_SHOWN = 10;
/** Connections that the API counts. */
const EDGES_COUNTED = 200;
/** Most connections that are drawn; with more, faces are too small to be recognised. */
const EDGES_DRAWN = { wide: 120, narrow: 40 };
/** In a larger network, names are only in tooltips. */
const NAMES_SHOWN = { wide: 30, narrow: 12 };
/** Groups of two have no name of their own in a network of more groups. */
const GROUPS_NAMED = 12;
/** Height of the picture by its number of members. */
const HEIGHT_PX = { least: 280, most: 640, perMember: { wide: 12, narrow: 16 } };

interface NetworkProps {
  insights: Insights;
  address: DashboardAddress;
  nameOf: (labelId: string) => string;
}

/** Members mentioned together (beta); each line and face opens its posts. */
export function NetworkCards({ insights, address, nameOf }: NetworkProps) {
  const t = useTexts(dashboardTexts);
  const navigate = useNavigate();
  const colours = chartColours[useComputedColorScheme('light')];
  const size = useNarrow() ? 'narrow' : 'wide';
  const [frame, width] = useWidth();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { members, edges } = insights.connections;
  // A short range may have no others.
  const withWeak = chosen ?? edges.every(({ total }) => total === 1);
  const range = rangeOf(address);
  const names = new Map(members.map(({ member }) => [member.id, memberName(member)]));
  const key = JSON.stringify(insights.connections);
  const photos = usePhotos(insights, key);
  const labelName = (labelId: string | null) =>
    labelId === null ? t('dashboard.unlabelled') : nameOf(labelId);
  const { communities, ...network } = useMemo(() => {
    const wanted = shownEdges(edges, withWeak);
    const shown = wanted.slice(0, EDGES_DRAWN[size]);
    return { isCut: wanted.length > shown.length, shown, communities: communitiesOf(shown) };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` is the figures in text form
  }, [key, withWeak, size]);
  const { shown } = network;
  const groupNames = namesOf(
    communities.map(({ memberIds, labelId }) => ({
      label: labelName(labelId),
      first: members.find(({ member }) => member.id === memberIds[0])?.member.familyName ?? '',
    })),
  );
  const groups = communities.map(({ memberIds }, at) => ({
    memberIds,
    name: groupNames[at]!,
    title: memberIds.length > 2 || communities.length <= GROUPS_NAMED ? groupNames[at]! : '',
    colour: colours[Math.min(at, CHART_SERIES)]!,
  }));
  const groupKey = JSON.stringify(groups);
  const { layout, isNamed } = useMemo(() => {
    const count = groups.reduce((sum, { memberIds }) => sum + memberIds.length, 0);
    const { least, most, perMember } = HEIGHT_PX;
    const height = Math.min(most, Math.max(least, count * perMember[size]));
    const isNamed = count <= NAMES_SHOWN[size];
    return { isNamed, layout: layoutOf(groups, { width, height }, isNamed) };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `groupKey` is the groups in text form
  }, [groupKey, size, width]);
  const { places } = layout;
  const coloured = groups.slice(0, CHART_SERIES);
  const others = groups.slice(CHART_SERIES);
  const option = useCallback(
    (ink: ChartInk) => {
      const tipOf = (name: string, count: number) => t('dashboard.tip', { name, count });
      const drawn = { members, names, shown, groups, layout, isNamed, photos, width, tipOf };
      return networkOption(drawn, ink);
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the rest follows from these
    [network.shown, layout, photos],
  );
  if (edges.length === 0) return null;
  const edgePath = (one: string, other: string) =>
    postsPath({ ...range, member: one, with: other });
  const open = (mark: ChartMark) => {
    const data = mark.data as { id?: string; source?: string; target?: string } | null;
    if (mark.dataType === 'edge' && data?.source && data.target) {
      void navigate(edgePath(data.source, data.target));
    } else if (mark.dataType === 'node' && data?.id && places.has(data.id)) {
      void navigate(postsPath({ ...range, member: data.id }));
    }
  };
  const hasWeak = edges.some(({ total }) => total === 1);
  return (
    <>
      <Card title={t('dashboard.network')} size="wide" file="connections">
        <Note mb={8}>{t('dashboard.network.lead')}</Note>
        {hasWeak ? (
          <Switch
            mb="xs"
            label={t('dashboard.network.weak')}
            checked={withWeak}
            onChange={(event) => setChosen(event.currentTarget.checked)}
          />
        ) : null}
        <div ref={frame}>
          {shown.length === 0 ? (
            <Note mb={8}>{t('dashboard.network.onlyWeak')}</Note>
          ) : width === 0 ? null : (
            <Chart
              label={t('dashboard.network')}
              height={layout.height}
              option={option}
              onMark={open}
            />
          )}
        </div>
        <Group component="ul" gap="4px 16px" my={8} fz="xs" aria-label={t('dashboard.groups')}>
          {coloured.map(({ memberIds, name, colour }) => (
            <Group key={memberIds[0]} component="li" gap={8}>
              <Dot color={colour} />
              {t('dashboard.group', { name, count: memberIds.length })}
            </Group>
          ))}
          {others.length === 0 ? null : (
            <Group component="li" gap={8}>
              <Dot color={others[0]!.colour} />
              {t('dashboard.groups.others', { count: others.length })}
            </Group>
          )}
        </Group>
        {network.isCut ? (
          <Note mb={8}>{t('dashboard.network.drawn', { count: shown.length })}</Note>
        ) : null}
        {edges.length < EDGES_COUNTED ? null : (
          <Note mb={8}>
            {t('dashboard.network.cut', { count: EDGES_COUNTED })} <AllMembers />
          </Note>
        )}
      </Card>
      <Card title={t('dashboard.edges')} size="narrow">
        <Text component="ol" size="sm">
          {edges.slice(0, ROWS_SHOWN).map(({ between: [one, other], total }) => (
            <li key={`${one} ${other}`}>
              <CompactLink columns="minmax(0, 1fr) auto" to={edgePath(one, other)}>
                <span>
                  {names.get(one)} – {names.get(other)}
                </span>
                <Text span inherit c="dimmed">
                  {total}
                </Text>
              </CompactLink>
            </li>
          ))}
        </Text>
        {edges.length > ROWS_SHOWN ? (
          <Note mb={8}>{t('dashboard.edges.cut', { count: ROWS_SHOWN })}</Note>
        ) : null}
      </Card>
    </>
  );
}

/** A ref for an element, and its width in pixels; 0 until it is known. */
function useWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** Photos of the connected members; initials until they are loaded. */
function usePhotos({ connections }: Insights, key: string): ReadonlyMap<string, HTMLImageElement> {
  const [photos, setPhotos] = useState<ReadonlyMap<string, HTMLImageElement>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const members = connections.members.map(({ member }) => member);
    if (members.every(({ thumbPhotoUrl }) => !thumbPhotoUrl)) return;
    void photosOf(members).then((found) => {
      if (isCurrent) setPhotos(found);
    });
    return () => {
      isCurrent = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` is the figures in text form
  }, [key]);
  return photos;
}
