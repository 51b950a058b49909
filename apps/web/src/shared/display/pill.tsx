import type { ReactNode } from 'react';
import style from './pill.module.css';
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
    <span className={style.pill} style={toneColors(tones[tone])}>
      {children}
    </span>
  );
}
