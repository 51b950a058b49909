import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Pagination.css';
import type { SearchHit } from '@engawa/contracts';
import { Box, Button, Group, Pagination, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { shownData } from '../../shared/api/shown-data';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { useSelection } from '../../shared/rows/use-selection';
import { PageFrame } from '../../shared/layout/page-frame';
import { RowList } from '../../shared/list/row-list';
import { TypingField } from '../../shared/list/typing-field';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/feedback/states';
import { SavedSearchList } from './saved-search-list';
import { SearchActions } from './search-actions';
import { SearchFilters } from './search-filters';
import { Hit } from './search-hit';
import { useChangeHit, useListSavedSearchesQuery, useSearchPostsQuery } from './search.api';
import {
  hasFilters,
  isSearch,
  readSearchAddress,
  type SearchAddress,
  searchArgsOf,
  writeSearchAddress,
} from './search.rules';
import { searchTexts } from './search.messages';
import style from './search.module.css';

/** What the keys of the hits act on. */
export interface HitRows {
  hits: readonly SearchHit[];
  /** Shows a changed hit; the index follows later. */
  onChanged: (id: string, change: Partial<SearchHit>) => void;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** The hit whose thread is open beside the list. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

const none: readonly SearchHit[] = [];

/** Posts and comments by words and filters, all in the address (SRC-1, SRC-2). */
export function SearchPage(props: { rows: (rows: HitRows) => ReactNode }) {
  const t = useTexts(searchTexts);
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const address = readSearchAddress(params);
  const wanted = isSearch(address);
  const filtered = hasFilters(address);
  const { data: saved, isError: savedFailed } = useListSavedSearchesQuery();
  const showsNoSaved = savedFailed || saved?.length === 0;
  const { data: labels = [] } = useListLabelsQuery();
  const args = searchArgsOf(address, (day) => fromLocalField(intl, `${day}T00:00`));
  const search = useSearchPostsQuery(args, { skip: !wanted });
  const changeHit = useChangeHit(args);
  const answer = wanted ? shownData(search) : undefined;
  const [openId, setOpenId] = useState<string | null>(null);
  const ids = useMemo(() => answer?.posts.map(({ id }) => id) ?? [], [answer]);
  const [selected, setSelected] = useSelection(ids);
  // Back leaves the page instead of undoing every letter and chip.
  const set = (change: Partial<SearchAddress>, replace = true) =>
    setParams(writeSearchAddress({ ...address, page: 1, ...change }), { replace });

  return (
    <PageFrame
      title={t('search.title')}
      reading
      aside={
        <form role="search" style={{ width: '100%' }} onSubmit={(event) => event.preventDefault()}>
          <TypingField
            label={t('search.q')}
            value={address.q}
            onChange={(q) => set({ q })}
            maxLength={200}
            maw="none"
            autoFocus
          />
        </form>
      }
    >
      <SearchFilters address={address} labels={labels} hits={answer?.posts ?? none} onChange={set}>
        {wanted ? (
          <SearchActions
            address={address}
            onChoose={(next) => setParams(writeSearchAddress(next))}
          />
        ) : null}
        {answer ? (
          <span className={style.total} role="status">
            {t(answer.totalIsExact ? 'search.count' : 'search.count.atLeast', {
              count: answer.total,
            })}
          </span>
        ) : null}
      </SearchFilters>
      {wanted ? null : (
        <>
          {showsNoSaved ? null : (
            <Text size="xs" c="var(--e-faint)" mt={8}>
              {t('search.q.hint')}
            </Text>
          )}
          <SavedSearchList labels={labels} />
        </>
      )}
      {!wanted && showsNoSaved ? (
        <EmptyState icon={<IconSearch size={40} stroke={1.2} />} title={t('search.begin')}>
          {`${t('search.begin.text')} ${t('search.q.hint')}`}
        </EmptyState>
      ) : null}
      {wanted && search.isLoading ? <ListSkeleton rows={5} /> : null}
      {wanted && search.isError ? (
        <ProblemNotice error={search.error} onRetry={() => void search.refetch()} />
      ) : null}
      {answer && answer.posts.length === 0 ? (
        <EmptyState
          title={t('search.empty')}
          action={
            filtered ? (
              <Button variant="default" onClick={() => setParams({ q: address.q })}>
                {t('search.clear')}
              </Button>
            ) : null
          }
        >
          {t(filtered ? 'search.empty.text' : 'search.empty.word')}
        </EmptyState>
      ) : null}
      {answer && answer.posts.length > 0 ? (
        <Box opacity={search.isFetching ? 0.6 : 1}>
          <RowList>
            {answer.posts.map((hit) => (
              <Hit
                key={hit.id}
                hit={hit}
                labels={labels}
                selected={selected.has(hit.id)}
                onOpen={setOpenId}
              />
            ))}
          </RowList>
        </Box>
      ) : null}
      {answer && answer.totalPageCount > 1 ? (
        <Group component="nav" justify="center" py={24} aria-label={t('search.pages')}>
          <Pagination
            total={answer.totalPageCount}
            value={address.page}
            onChange={(page) => set({ page }, false)}
          />
        </Group>
      ) : null}
      {props.rows({
        hits: answer?.posts ?? none,
        onChanged: changeHit,
        selected,
        onSelect: setSelected,
        openId,
        onOpen: setOpenId,
      })}
    </PageFrame>
  );
}
