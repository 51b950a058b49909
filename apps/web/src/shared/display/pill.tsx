import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Tone, toneColors } from './tone';

/** Tone of a state: idle, running, done, ready, or failed. */
export type PillTone = 'quiet' | 'work' | 'good' | 'accent' | 'bad';

const tones: Record<PillTone, Tone> = {
  quiet: 'skipped',
  work: 'progress',
  good: 'done',
  accent: 'accent',
  bad: 'waiting',
};

/** A state in the colour of its tone. */
export function Pill({ tone = 'quiet', children }: { tone?: PillTone; children: ReactNode }) {
  return (
    <Badge component="span" fw={500} style={{ flex: 'none', ...toneColors(tones[tone]) }}>
      {children}
    </Badge>
  );
}
