import type { ComponentProps } from 'react';
import style from './filter-chip.module.css';

/** Chips beside each other; on a phone in one row that is pushed sideways. */
export function ChipRow(props: ComponentProps<'div'>) {
  return <div className={style.row} role="group" {...props} />;
}

/** A filter as a button; `on` marks one that narrows the list. */
export function FilterChip(props: { on?: boolean } & ComponentProps<'button'>) {
  const { on, className = '', ...button } = props;
  return (
    <button
      type="button"
      className={`engawa-chip ${style.chip} ${className}`}
      data-on={on || undefined}
      {...button}
    />
  );
}
