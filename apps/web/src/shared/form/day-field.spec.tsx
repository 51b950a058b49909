import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { DayField } from './day-field';

function Field({ clearable, tell }: { clearable?: boolean; tell: (day: string) => void }) {
  const [day, setDay] = useState('2026-11-21');
  return (
    <MantineProvider env="test">
      <DayField
        aria-label="day"
        value={day}
        clearable={clearable}
        onChange={(next) => {
          tell(next);
          setDay(next);
        }}
      />
    </MantineProvider>
  );
}

describe('a field of a day', () => {
  const open = (clearable?: boolean) => {
    const tell = jest.fn();
    render(<Field clearable={clearable} tell={tell} />);
    const field = screen.getByLabelText<HTMLInputElement>('day');
    const type = (value: string) => fireEvent.change(field, { target: { value } });
    return { tell, field, type };
  };

  it('passes a day on once its year is complete, and shows what is typed until then', () => {
    const { tell, field, type } = open();
    for (const year of ['0002', '0020', '0202']) {
      type(`${year}-11-21`);
      expect(field.value).toBe(`${year}-11-21`);
    }
    expect(tell).not.toHaveBeenCalled();
    type('2025-11-21');
    expect(tell.mock.calls).toEqual([['2025-11-21']]);
    type('0002-11-21');
    fireEvent.blur(field);
    expect(field.value).toBe('2025-11-21');
  });

  it.each([true, false])('passes an empty day on where it may be empty (%s)', (clearable) => {
    const { tell, type } = open(clearable);
    type('');
    expect(tell).toHaveBeenCalledTimes(clearable ? 1 : 0);
  });
});
