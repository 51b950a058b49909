import { TextInput } from '@mantine/core';
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
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={style.list}>{children}</ul>;
}

/** A row of a list; the class sets `--columns`, and `--columns-narrow` for narrow windows. */
export function Row(props: { className?: string; children: ReactNode } & ComponentProps<'li'>) {
  const { className, ...item } = props;
  return <li className={`${style.row} ${className ?? ''}`} {...item} />;
}

/** A row that is a link; with an id, the keys of rows move to it and select it. */
export function RowLink(props: {
  to: string;
  id?: string;
  selected?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <li>
      <Link
        to={props.to}
        className={`${style.row} ${props.className ?? ''}`}
        data-row={props.id}
        data-selected={props.selected || undefined}
      >
        {props.children}
      </Link>
    </li>
  );
}

/** Two lines of a row, each truncated. */
export function RowPair({ children }: { children: ReactNode }) {
  return <span className={style.pair}>{children}</span>;
}

/** Text instead of an empty list. */
export function NoRows({ children }: { children: ReactNode }) {
  return <p className={style.none}>{children}</p>;
}
