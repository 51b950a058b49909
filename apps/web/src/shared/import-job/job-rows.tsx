import '@mantine/core/styles/Table.css';
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import layout from '../layout/common.module.css';
import { Note } from '../display/note';
import { RowPaging, type useRowPages } from '../list/row-paging';
import { ListSkeleton, ProblemNotice } from '../feedback/states';

/** The query of a page of rows. */
interface RowsQuery<Row> {
  data?: { items: readonly Row[]; nextRow: number | null };
  isFetching: boolean;
  error?: unknown;
  refetch: () => unknown;
}

/** Rows of a job's file in a paged table; `children` renders the cells of one. */
export function JobRows<Row extends { row: number }>(props: {
  query: RowsQuery<Row>;
  pages: ReturnType<typeof useRowPages>;
  /** Accessible name of the table. */
  caption?: string;
  headings: readonly string[];
  /** Text instead of an empty table. */
  empty?: string;
  previous: string;
  next: string;
  children: (row: Row) => ReactNode;
}) {
  const { data, isFetching, error, refetch } = props.query;
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} />;
  if (data.items.length === 0 && props.empty) return <Note>{props.empty}</Note>;
  return (
    <>
      <div className={layout.scroll}>
        <Table fz="sm" aria-busy={isFetching}>
          {props.caption ? <caption className="engawa-unseen">{props.caption}</caption> : null}
          <Table.Thead>
            <Table.Tr>
              {props.headings.map((heading) => (
                <Table.Th key={heading} scope="col">
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((row) => (
              <Table.Tr key={row.row}>{props.children(row)}</Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <RowPaging
        pages={props.pages}
        nextRow={data.nextRow}
        busy={isFetching}
        previous={props.previous}
        next={props.next}
      />
    </>
  );
}

/** Problem of a cell. */
export function CellProblem(props: { column: ReactNode; reason: string; value: string }) {
  return (
    <li>
      <b>{props.column}</b> {props.reason}
      {props.value ? (
        <Text component="span" inherit c="dimmed">
          {' '}
          “{props.value}”
        </Text>
      ) : null}
    </li>
  );
}
