import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { IntlFrame } from '../intl/intl-frame';
import { CellProblem, JobRows } from './job-rows';
import { useRowPages } from '../list/row-paging';

interface Row {
  row: number;
  reason: string;
}

const file: Row[] = [1, 2, 3, 4, 5].map((row) => ({ row, reason: `理由${row}` }));
const pageBehind = (afterRow: number) => {
  const items = file.filter(({ row }) => row > afterRow).slice(0, 2);
  return { items, nextRow: items.at(-1)!.row < file.length ? items.at(-1)!.row : null };
};

function Rows(props: { data?: { items: Row[]; nextRow: null }; error?: unknown; empty?: string }) {
  const pages = useRowPages();
  const data = 'data' in props ? props.data : pageBehind(pages.afterRow);
  return (
    <JobRows
      query={{ data, isFetching: false, error: props.error, refetch: retry }}
      pages={pages}
      caption="判定"
      headings={['行', '内容']}
      empty={props.empty}
      previous="前へ"
      next="次へ"
    >
      {({ row, reason }) => (
        <>
          <td>{row}</td>
          <td>
            <CellProblem column="会員" reason={reason} value={row === 1 ? '佐藤' : ''} />
          </td>
        </>
      )}
    </JobRows>
  );
}

const retry = jest.fn();
const show = (rows: ReactElement) =>
  render(
    <MantineProvider env="test">
      <IntlFrame locale="ja">{rows}</IntlFrame>
    </MantineProvider>,
  );
const shown = () => screen.getAllByRole('row').map((row) => row.textContent);

it('pages through the rows in both directions', () => {
  show(<Rows />);
  expect(screen.getByRole('table', { name: '判定' })).toBeTruthy();
  expect(shown()).toEqual(['行内容', '1会員 理由1 “佐藤”', '2会員 理由2']);
  fireEvent.click(screen.getByRole('button', { name: '次へ' }));
  fireEvent.click(screen.getByRole('button', { name: '次へ' }));
  expect(shown()).toEqual(['行内容', '5会員 理由5']);
  expect(screen.getByRole('button', { name: '次へ' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '前へ' }));
  expect(shown()).toEqual(['行内容', '3会員 理由3', '4会員 理由4']);
});

it('shows a text for an empty list, where one is given', () => {
  show(<Rows data={{ items: [], nextRow: null }} empty="ありません。" />);
  expect(screen.getByText('ありません。')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('requests a page again that failed to load', () => {
  show(<Rows data={undefined} error={{ status: 503 }} />);
  fireEvent.click(screen.getByRole('button'));
  expect(retry).toHaveBeenCalledTimes(1);
});
