import { TextInput } from '@mantine/core';
import { useState } from 'react';

/** A field of a day. While its year is typed, it is one of 2, 20 or 202, which is not passed on. */
export function DayField(props: {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      type="date"
      aria-label={props.label}
      value={typed ?? props.value}
      min={props.min}
      max={props.max}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setTyped(day);
        if (day >= '1000') props.onChange(day);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
