import type { ReactNode } from 'react';
import style from './pill.module.css';

/** How a thing stands: at rest, at work, done, ready for a step, or gone wrong. */
export type PillTone = 'quiet' | 'work' | 'good' | 'accent' | 'bad';

/** A word about how a thing stands, in the colour of its tone. */
export function Pill({ tone = 'quiet', children }: { tone?: PillTone; children: ReactNode }) {
  return (
    <span className={style.pill} data-tone={tone}>
      {children}
    </span>
  );
}
