import { shownData } from '../../shared/api/shown-data';
import type { CustomField, Member, MemberType } from '@engawa/contracts';
import { Button, Group } from '@mantine/core';
import { IconTableImport, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import {
  type MembersAddress,
  readMembersAddress,
  writeMembersAddress,
} from '../../shared/address/members-address';
import { paths } from '../../shared/address/paths';
import {
  useListCustomFieldsQuery,
  useListMemberTypesQuery,
} from '../../shared/directory/directory.api';
import { FailedQueries } from '../../shared/feedback/part-problem';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/layout/page-frame';
import { useNarrow } from '../../shared/layout/use-wide';
import { lazyPart } from '../../shared/lazy/lazy-part';
import { ChipRow, FilterChip } from '../../shared/list/filter-chip';
import { NearEnd } from '../../shared/list/near-end';
import { ListTools, RowList } from '../../shared/list/row-list';
import { TypingField } from '../../shared/list/typing-field';
import { SelectionBar } from '../../shared/rows/selection-bar';
import { useRows } from '../../shared/rows/use-rows';
import { useSelection } from '../../shared/rows/use-selection';
import { useCan } from '../../shared/session/use-session';
import { ColumnMenu } from './column-menu';
import { KanaRail } from './kana-rail';
import { TypeFilter } from '../../shared/directory/type-filter';
import { useMemberCommands } from './member-commands';
import { MemberForm } from './member-form';
import { MemberLine } from './member-line';
import { MemberTable } from './member-table';
import { useGetColdDaysQuery, useListMembersInfiniteQuery } from './members.api';
import { memberTexts } from './members.messages';
import { type ColumnId, columnsOf, knownAddress, readColumns, writeColumns } from './members.rules';
import { useColumnWords } from './use-column-words';

const MemberTasksDialog = lazyPart(
  async () => (await import('./member-tasks-dialog')).MemberTasksDialog,
);
const MemberMessageDialog = lazyPart(
  async () => (await import('./member-message-dialog')).MemberMessageDialog,
);
const none: ReadonlySet<string> = new Set();
const noTypes: readonly MemberType[] = [];
const noFields: readonly CustomField[] = [];

/**
 * All members as a table that sorts, filters and changes several at once (MBR-1). `views` adds the
 * saved views, which are a feature of their own.
 */
export function MembersPage({ views }: { views?: (address: MembersAddress) => ReactNode }) {
  const t = useTexts(memberTexts);
  const can = useCan();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const [params, setParams] = useSearchParams();
  const typeList = useListMemberTypesQuery();
  const fieldList = useListCustomFieldsQuery();
  const { data: knownTypes } = typeList;
  const { data: knownFields } = fieldList;
  const types = knownTypes ?? noTypes;
  const customFields = knownFields ?? noFields;
  const { data: settings } = useGetColdDaysQuery();
  const [adding, setAdding] = useState(false);
  const [tasksFor, setTasksFor] = useState<readonly Member[]>([]);
  const [messageAbout, setMessageAbout] = useState<readonly Member[]>([]);
  const all = useMemo(() => columnsOf(customFields), [customFields]);
  const [changed, setChanged] = useState<ColumnId[] | null>(null);
  const columns = useMemo(() => changed ?? readColumns(all), [changed, all]);
  const wordOf = useColumnWords();

  const asked = readMembersAddress(params);
  const address = knownAddress(asked, knownTypes, knownFields);
  const resigned = address.resigned && can('member.delete');
  const list = useListMembersInfiniteQuery(
    {
      q: address.q || undefined,
      typeId: address.type || undefined,
      deleted: resigned,
      kanaRow: address.row ?? undefined,
      sort: address.sort,
      order: address.order,
    },
    // The API refuses the order by a deleted field.
    { skip: address.sort.startsWith('custom:') && !knownFields },
  );
  const found = shownData(list);
  const members = useMemo(() => found?.pages.flatMap((page) => page.items) ?? [], [found]);
  const ids = useMemo(() => members.map(({ id }) => id), [members]);
  const [chosen, setSelected] = useSelection(ids);
  const last = found?.pages.at(-1);
  const filtered = !!(address.q || address.type || resigned || address.row);
  const set = (change: Partial<MembersAddress>) => {
    setSelected(none);
    setParams(writeMembersAddress({ ...address, ...change }), { replace: true });
  };
  const isEmpty = list.isSuccess && members.length === 0 && !filtered;
  const selects = !resigned && !narrow;
  const commands = useMemberCommands(members, types, setTasksFor, setMessageAbout);
  useRows({
    ids,
    selected: chosen,
    onSelect: selects ? setSelected : undefined,
    commands: selects ? commands : [],
    onOpen: (id) => void navigate(paths.member(id)),
  });

  return (
    <PageFrame
      title={t('members.title')}
      aside={
        <>
          {can('member.import') && !narrow ? (
            <Button
              component={Link}
              to={paths.memberCsv}
              variant="default"
              leftSection={<IconTableImport size={18} stroke={1.5} aria-hidden="true" />}
            >
              {t('members.import')}
            </Button>
          ) : null}
          {can('member.write') ? (
            <Button
              leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden="true" />}
              onClick={() => setAdding(true)}
            >
              {t('members.add')}
            </Button>
          ) : null}
        </>
      }
    >
      <ListTools
        total={
          last && !isEmpty
            ? t(last.totalIsExact ? 'members.count' : 'members.count.atLeast', {
                count: last.total,
              })
            : ''
        }
      >
        <TypingField label={t('members.find')} value={address.q} onChange={(q) => set({ q })} />
        <ChipRow>
          <TypeFilter types={types} chosen={address.type} onChoose={(type) => set({ type })} />
          {can('member.delete') ? (
            <FilterChip aria-pressed={resigned} onClick={() => set({ resigned: !resigned })}>
              {t('members.resigned')}
            </FilterChip>
          ) : null}
          {views?.(asked)}
        </ChipRow>
        {narrow ? null : (
          <ColumnMenu
            all={all}
            shown={columns}
            wordOf={wordOf}
            onChange={(next) => {
              setChanged(next);
              writeColumns(next);
            }}
          />
        )}
      </ListTools>
      {address.q === '' && !isEmpty ? (
        <KanaRail row={address.row} onChange={(row) => set({ row, sort: 'kana', order: 'asc' })} />
      ) : null}
      <FailedQueries of={[typeList, fieldList]} />
      {list.isLoading ? <ListSkeleton rows={10} /> : null}
      {list.isError && !found ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && members.length === 0 ? (
        <EmptyState
          icon={<IconUsers size={40} stroke={1.2} />}
          title={t(filtered ? 'members.empty.found' : 'members.empty')}
          action={
            filtered ? (
              <Button variant="default" onClick={() => setParams({}, { replace: true })}>
                {t('members.empty.clear')}
              </Button>
            ) : (
              <Group gap="xs" justify="center">
                {can('member.write') ? (
                  <Button onClick={() => setAdding(true)}>{t('members.add')}</Button>
                ) : null}
                {can('member.import') ? (
                  <Button component={Link} to={paths.memberCsv} variant="default">
                    {t('members.import')}
                  </Button>
                ) : null}
              </Group>
            )
          }
        >
          {t(filtered ? 'members.empty.found.text' : 'members.empty.text')}
        </EmptyState>
      ) : null}
      {members.length > 0 && narrow ? (
        <RowList>
          {members.map((member) => (
            <MemberLine
              key={member.id}
              member={member}
              settings={settings}
              selected={chosen.has(member.id)}
            />
          ))}
        </RowList>
      ) : null}
      {members.length > 0 && !narrow ? (
        <MemberTable
          {...{ members, columns, customFields, settings, wordOf }}
          order={address.q === '' ? address : null}
          onOrder={({ sort, order }) =>
            set({ sort, order, row: sort === 'kana' && order === 'asc' ? address.row : null })
          }
          selected={chosen}
          onSelect={selects && commands.length > 0 ? setSelected : null}
        />
      ) : null}
      <NearEnd list={list} />
      {list.isFetchingNextPage ? <ListSkeleton rows={3} /> : null}
      <SelectionBar selected={chosen} commands={commands} onClear={() => setSelected(none)} />
      {adding ? (
        <MemberForm
          member={null}
          onClose={() => setAdding(false)}
          onAdded={(member) => navigate(paths.member(member.id))}
        />
      ) : null}
      <Suspense>
        {tasksFor.length > 0 ? (
          <MemberTasksDialog members={tasksFor} onClose={() => setTasksFor([])} />
        ) : null}
        {messageAbout.length > 0 ? (
          <MemberMessageDialog members={messageAbout} onClose={() => setMessageAbout([])} />
        ) : null}
      </Suspense>
    </PageFrame>
  );
}
