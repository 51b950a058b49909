import { TextInput } from '@mantine/core';

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
      <TextInput
        type="date"
        label={words.from}
        value={from}
        max={until || undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={words.until}
        value={until}
        min={from || undefined}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
    </>
  );
}
