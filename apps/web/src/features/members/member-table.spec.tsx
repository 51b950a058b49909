import type { Member } from '@engawa/contracts';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { configureStore } from '@reduxjs/toolkit';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { api } from '../../shared/api/api';
import { IntlFrame } from '../../shared/intl/intl-frame';
import { MemberTable } from './member-table';
import type { ColumnId } from './members.rules';

const member = (id: string, familyName: string, more: Partial<Member> = {}) =>
  ({
    ...{ id, familyName, firstName: '', familyNameKana: '', firstNameKana: '' },
    ...{ company: '', title: '', typeOfContract: '', typeId: null, customFields: {} },
    ...{ photoUrl: null, thumbPhotoUrl: null, deleted: false, lastTalkedAt: null },
    ...{ posts: 0, openIssues: 0, createdAt: '2020-01-01T00:00:00.000Z', ...more },
  }) as Member;
const members = [
  member('a', '安部', { posts: 12 }),
  member('b', '伊藤', { customFields: { f: 3 } }),
];
const columns: ColumnId[] = ['lastTalk', 'posts', 'custom:f'];
const words: Record<string, string> = {
  lastTalk: '最後の会話',
  posts: '投稿',
  'custom:f': '席数',
};
const orders: { sort: string; order: string }[] = [];
let chosen: ReadonlySet<string> = new Set();

function Table({ canSort = true }: { canSort?: boolean }) {
  const [order, setOrder] = useState({ sort: 'kana', order: 'asc' as 'asc' | 'desc' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <MemberTable
      members={members}
      columns={columns}
      customFields={[{ id: 'f', version: 1, name: '席数', kind: 'number', choices: [], order: 0 }]}
      settings={{ version: 1, defaultDays: 30, types: [] } as never}
      wordOf={(column) => words[column]!}
      order={canSort ? order : null}
      onOrder={(next) => {
        orders.push(next);
        setOrder(next);
      }}
      selected={selected}
      onSelect={(next) => {
        chosen = next;
        setSelected(next);
      }}
    />
  );
}

const Address = () => <output>{useLocation().pathname}</output>;

const show = (canSort = true) =>
  render(
    <Provider
      store={configureStore({
        reducer: { [api.reducerPath]: api.reducer },
        middleware: (before) => before().concat(api.middleware),
      })}
    >
      <MantineProvider env="test">
        <IntlFrame locale="ja">
          <MemoryRouter>
            <Table canSort={canSort} />
            <Address />
          </MemoryRouter>
        </IntlFrame>
      </MantineProvider>
    </Provider>,
  );

describe('the table of members', () => {
  it('opens a member with a click anywhere in the row but around its box', () => {
    show();
    const address = screen.getByRole('status');
    const box = screen.getByRole('checkbox', { name: /安部/ });
    fireEvent.click(box.parentElement!);
    expect(address.textContent).toBe('/');
    fireEvent.click(screen.getByText('12'));
    expect(address.textContent).toBe('/members/a');
  });

  it('sorts by its heads, counts from the top, and turns around', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: '投稿' }));
    fireEvent.click(screen.getByRole('button', { name: '投稿' }));
    fireEvent.click(screen.getByRole('button', { name: '席数' }));
    expect(orders).toEqual([
      { sort: 'posts', order: 'desc' },
      { sort: 'posts', order: 'asc' },
      { sort: 'custom:f', order: 'asc' },
    ]);
    const sorted = screen.getByRole('columnheader', { name: '席数' });
    expect(sorted.getAttribute('aria-sort')).toBe('ascending');
  });

  it('has plain heads among search results', () => {
    show(false);
    expect(screen.queryByRole('button', { name: '投稿' })).toBeNull();
    expect(screen.getByRole('columnheader', { name: '投稿' })).toBeTruthy();
  });

  it('selects one or all, and shows values and who is cold', () => {
    show();
    fireEvent.click(screen.getByRole('checkbox', { name: '安部さんを選ぶ' }));
    expect([...chosen]).toEqual(['a']);
    fireEvent.click(screen.getByRole('checkbox', { name: '表示中の会員をすべて選ぶ' }));
    expect([...chosen]).toEqual(['a', 'b']);
    fireEvent.click(screen.getByRole('checkbox', { name: '表示中の会員をすべて選ぶ' }));
    expect(chosen.size).toBe(0);
    const [, abe, ito] = screen.getAllByRole('row');
    expect(abe!.textContent).toContain('12');
    expect(ito!.textContent).toContain('3');
    expect(abe!.querySelector('[data-cold]')?.textContent).toBe('記録なし');
  });
});
