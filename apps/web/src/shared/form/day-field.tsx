import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface DayFieldProps extends Omit<TextInputProps, 'type' | 'onChange' | 'onBlur'> {
  value: string;
  /** Passes on the empty day, too. */
  clearable?: boolean;
  onChange: (day: string) => void;
}

/** A field of a day. While its year is typed, it is one of 2, 20 or 202, which is not passed on. */
export function DayField({ value, clearable, onChange, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      {...field}
      type="date"
      value={typed ?? value}
      onChange={(event) => {
        const day = event.currentTarget.value;
        const isComplete = day >= '1000' || (clearable === true && day === '');
        setTyped(isComplete ? null : day);
        if (isComplete) onChange(day);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
