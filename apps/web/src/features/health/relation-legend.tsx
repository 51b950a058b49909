import type { Relations } from '@engawa/contracts';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { chartColours } from '../../shared/display/chart-palette';
import { Dot } from '../../shared/display/dot';
import { useTexts } from '../../shared/intl/messages';
import { relationTexts } from './relations.messages';
import { legendOf } from './relations.rules';

export const arcLook = { fill: 'none', stroke: 'var(--e-done)' } as const;

export function Legend(props: {
  relations: Relations;
  ranked: readonly number[];
  colours: readonly string[];
  scheme: 'light' | 'dark';
  hasArcs: boolean;
}) {
  const t = useTexts(relationTexts);
  const { named, hasOthers } = legendOf(props.ranked);
  return (
    <Group component="ul" gap="4px 16px" mb={8} fz="xs" c="dimmed">
      {named.map((place) => (
        <Sign key={place} words={props.relations.staffs[place]!.displayName}>
          <Dot color={props.colours[place]} />
        </Sign>
      ))}
      {hasOthers ? (
        <Sign words={t('relations.others')}>
          <Dot color={chartColours[props.scheme].at(-1)} />
        </Sign>
      ) : null}
      <Sign words={t('relations.issue')}>
        <Dot hollow color="var(--e-waiting)" />
      </Sign>
      {props.hasArcs ? (
        <Sign words={t('relations.arcs')}>
          <svg width="8" height="14" viewBox="0 0 8 14" {...arcLook} aria-hidden="true">
            <path d="M2 1Q11 7 2 13" />
          </svg>
        </Sign>
      ) : null}
    </Group>
  );
}

/** A sign of the legend and its meaning. */
function Sign(props: { words: string; children: ReactNode }) {
  return (
    <Group component="li" gap={6}>
      {props.children}
      {props.words}
    </Group>
  );
}
