import { DayField } from './day-field';

/** First and last day of a range, each as 2026-11-21; empty for an open end. */
export function DayRange(props: {
  from: string;
  until: string;
  words: { from: string; until: string };
  onChange: (change: { from?: string; until?: string }) => void;
}) {
  const { from, until, words, onChange } = props;
  return (
    <>
      <DayField
        label={words.from}
        value={from}
        max={until || undefined}
        clearable
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        label={words.until}
        value={until}
        min={from || undefined}
        clearable
        onChange={(day) => onChange({ until: day })}
      />
    </>
  );
}
