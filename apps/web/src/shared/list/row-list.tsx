import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import style from './row-list.module.css';
import { growing } from './tracks';

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
  /** In narrow windows, all but the first two cells stand below the second. */
  folds?: boolean;
}

const look = ({ columns, narrow, folds, className = '' }: Columns & { className?: string }) => ({
  className: `${style.row} ${className}`,
  style: {
    ...(columns ? { '--columns': growing(columns) } : {}),
    ...(narrow ? { '--columns-narrow': growing(narrow) } : {}),
  },
  'data-folds': folds || undefined,
});

/** Words over the columns of rows, for the eye: on a phone, rows have no columns. */
export function ColumnHeads({ columns, children }: { columns: string; children: ReactNode }) {
  return (
    <div
      className={`${style.row} ${style.heads}`}
      style={{ '--columns': growing(columns) }}
      aria-hidden="true"
    >
      {children}
    </div>
  );
}

/** A row of a list. */
export function Row(props: Columns & ComponentProps<'li'>) {
  const { className, columns, narrow, folds, ...item } = props;
  return <li {...look({ className, columns, narrow, folds })} {...item} />;
}

/** A row of a person's face, what it is about, and what can be done; the keys of rows reach it. */
export function PersonRow(props: ComponentProps<'li'>) {
  return (
    <Row
      columns="36px minmax(0, 1fr) auto"
      narrow="36px minmax(0, 1fr)"
      folds
      data-row
      {...props}
    />
  );
}

/** A row that is a button, and what it opens below itself. */
export function RowButton(props: Columns & { below?: ReactNode } & ComponentProps<'button'>) {
  const { className, columns, narrow, folds, below, ...button } = props;
  return (
    <li>
      <button type="button" {...look({ className, columns, narrow, folds })} {...button} />
      {below}
    </li>
  );
}

/** A row that is a link; with an id, the keys of rows move to it and select it. */
export function RowLink(
  props: Columns & {
    to: string;
    id?: string;
    selected?: boolean;
    className?: string;
    onClick?: ComponentProps<typeof Link>['onClick'];
    children: ReactNode;
  },
) {
  return (
    <li>
      <Link
        to={props.to}
        {...look(props)}
        data-row={props.id}
        data-selected={props.selected || undefined}
        onClick={props.onClick}
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
