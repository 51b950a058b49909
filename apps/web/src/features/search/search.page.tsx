import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Pagination.css';
import { Button, Pagination } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { fromLocalField } from '../../shared/intl/dates';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/ui/page-frame';
import { EmptyState, ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { SavedSearchList, SearchActions } from './saved-searches';
import { SearchForm } from './search-form';
import { Hit } from './search-hit';
import { useListSavedSearchesQuery, useSearchPostsQuery } from './search.api';
import {
  isWish,
  readSearchAddress,
  type SearchAddress,
  wishOf,
  writeSearchAddress,
} from './search.rules';
import { searchTexts } from './search.messages';
import style from './search.module.css';

/** Posts and comments by words and filters, all in the address (SRC-1, SRC-2). */
export function SearchPage() {
  const say = useTexts(searchTexts);
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const address = readSearchAddress(params);
  const wanted = isWish(address);
  const { data: saved, isError: savedFailed } = useListSavedSearchesQuery();
  const { data: labels = [] } = useListLabelsQuery();
  const search = useSearchPostsQuery(
    wishOf(address, (day) => fromLocalField(intl, `${day}T00:00`)),
    { skip: !wanted },
  );
  const answer = wanted ? search.data : undefined;
  const set = (change: Partial<SearchAddress>) =>
    setParams(writeSearchAddress({ ...address, page: 1, ...change }));

  return (
    <PageFrame title={say('search.title')} width={760}>
      {/* Going back restores the words of that address. */}
      <SearchForm key={address.q} address={address} labels={labels} onChange={set} />
      {wanted ? (
        <SearchActions address={address} onChoose={(next) => setParams(writeSearchAddress(next))} />
      ) : (
        <SavedSearchList labels={labels} />
      )}
      {answer ? (
        <p className={style.total} role="status">
          {say(answer.totalIsExact ? 'search.count' : 'search.count.atLeast', {
            count: answer.total,
          })}
        </p>
      ) : null}
      {!wanted && (savedFailed || saved?.length === 0) ? (
        <EmptyState icon={<IconSearch size={40} stroke={1.2} />} title={say('search.begin')}>
          {say('search.begin.text')}
        </EmptyState>
      ) : null}
      {wanted && search.isLoading ? <ListSkeleton rows={5} /> : null}
      {wanted && search.isError ? (
        <ProblemNotice error={search.error} onRetry={() => void search.refetch()} />
      ) : null}
      {answer && answer.posts.length === 0 ? (
        <EmptyState
          title={say('search.empty')}
          action={
            <Button variant="default" onClick={() => setParams({ q: address.q })}>
              {say('search.clear')}
            </Button>
          }
        >
          {say('search.empty.text')}
        </EmptyState>
      ) : null}
      {answer ? (
        <ul className={`${style.hits} ${search.isFetching ? style.stale : ''}`}>
          {answer.posts.map((hit) => (
            <Hit key={hit.id} hit={hit} labels={labels} />
          ))}
        </ul>
      ) : null}
      {answer && answer.totalPageCount > 1 ? (
        <nav className={style.pages} aria-label={say('search.pages')}>
          <Pagination
            total={answer.totalPageCount}
            value={address.page}
            onChange={(page) => set({ page })}
          />
        </nav>
      ) : null}
    </PageFrame>
  );
}
