import { Bar } from '../display/bar';
import style from './progress-bar.module.css';

/** Progress from 0 to 1; indeterminate if unknown. */
export function ProgressBar({ label, value }: { label: string; value: number | null }) {
  const isKnown = value !== null;
  return (
    <Bar
      share={value ?? 0.3}
      transitionDuration={300}
      className={isKnown ? undefined : style.unknown}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={isKnown ? Math.round(value * 100) : undefined}
    />
  );
}
