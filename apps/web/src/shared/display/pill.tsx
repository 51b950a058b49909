import type { ReactNode } from 'react';
import style from './pill.module.css';

/** Tone of a state: idle, running, done, ready, or failed. */
export type PillTone = 'quiet' | 'work' | 'good' | 'accent' | 'bad';

/** A state in the colour of its tone. */
export function Pill({ tone = 'quiet', children }: { tone?: PillTone; children: ReactNode }) {
  return (
    <span className={style.pill} data-tone={tone}>
      {children}
    </span>
  );
}
