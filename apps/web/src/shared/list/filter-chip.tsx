import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import style from './filter-chip.module.css';

/** Chips beside each other; on a phone in one row that is pushed sideways. */
export function ChipRow(props: ComponentProps<'div'>) {
  return <div className={style.row} role="group" {...props} />;
}

/** A filter as a button; `on` marks one that narrows the list. */
export function FilterChip(
  props: {
    on?: boolean;
    icon?: ReactNode;
    /** What the chip opens to choose from, for screen readers; shown as an arrow. */
    opens?: string;
  } & ComponentProps<'button'>,
) {
  const { on, icon, opens, className = '', children, ...button } = props;
  return (
    <button
      type="button"
      className={`${chipClass} ${className}`}
      data-on={on ? '' : undefined}
      {...button}
    >
      {icon}
      {opens ? (
        <>
          <span className="engawa-cut">{children}</span>
          <span className="engawa-unseen"> {opens}</span>
          <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** Removes all filters. */
export function ClearFilters(props: { words: string; onClear: () => void }) {
  return (
    <button
      type="button"
      className="engawa-tool"
      aria-label={props.words}
      data-tip={props.words}
      onClick={props.onClear}
    >
      <IconX size={16} stroke={1.5} aria-hidden="true" />
    </button>
  );
}

/** A chosen filter of several controls, such as to change and to remove it. */
export function ChosenFilter({ children }: { children: ReactNode }) {
  return (
    <span className={`${chipClass} ${style.chosen}`} data-on="">
      {children}
    </span>
  );
}

const chipClass = `engawa-chip ${style.chip}`;
