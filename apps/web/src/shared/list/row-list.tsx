import { Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import style from './row-list.module.css';

/** Above a list: filters, and the count, which is announced. */
export function ListTools(props: { total: string; children?: ReactNode }) {
  return (
    <div className={style.tools}>
      {props.children}
      <span className={style.total} role="status">
        {props.total}
      </span>
    </div>
  );
}

/** The search field of a list. */
export function FindField(props: { label: string } & ComponentProps<typeof TextInput>) {
  const { label, ...field } = props;
  return (
    <TextInput
      className={style.find}
      type="search"
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
      {...field}
    />
  );
}

/** Rows with dividers. */
export function RowList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={style.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface Columns {
  /** Tracks of the row's grid; the class may set them as `--columns` instead. */
  columns?: string;
  /** Tracks in narrow windows. */
  narrow?: string;
}

const tracks = ({ columns, narrow }: Columns) => ({
  ...(columns ? { '--columns': columns } : {}),
  ...(narrow ? { '--columns-narrow': narrow } : {}),
});

/** A row of a list. */
export function Row(props: Columns & ComponentProps<'li'>) {
  const { className, columns, narrow, ...item } = props;
  return (
    <li
      className={`${style.row} ${className ?? ''}`}
      style={tracks({ columns, narrow })}
      {...item}
    />
  );
}

/** A row that is a link; with an id, the keys of rows move to it and select it. */
export function RowLink(
  props: Columns & {
    to: string;
    id?: string;
    selected?: boolean;
    className?: string;
    children: ReactNode;
  },
) {
  return (
    <li>
      <Link
        to={props.to}
        className={`${style.row} ${props.className ?? ''}`}
        style={tracks(props)}
        data-row={props.id}
        data-selected={props.selected || undefined}
      >
        {props.children}
      </Link>
    </li>
  );
}

/** Two lines of a row, each truncated. */
export function RowPair({ tip, children }: { tip?: string; children: ReactNode }) {
  return (
    <span className={style.pair} data-tip={tip}>
      {children}
    </span>
  );
}

/** Text instead of an empty list. */
export function NoRows({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" lh={1.75}>
      {children}
    </Text>
  );
}
