import { type ReactNode, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  type FilterAddress,
  filterFlags,
  readFilter,
  writeFilter,
} from '../../../shared/address/filter-address';
import type { FeedFilter } from '../../../shared/address/post-address';
import { useTexts } from '../../../shared/intl/messages';
import { ChipRow, ClearFilters, FilterChip } from '../../../shared/list/filter-chip';
import { timelineTexts } from '../timeline.messages';
import {
  DaysChoice,
  LabelChoice,
  MemberChoice,
  StaffChoice,
  startOfDay,
} from './feed-filter-choices';
import { feedFilterOf } from './feed-filter.rules';

/** The filter in the address; undefined without one. */
export function useFeedFilter(): FeedFilter | undefined {
  const intl = useIntl();
  const [params] = useSearchParams();
  // Other parts of the address may change; the feed must not restart then.
  const address = writeFilter(readFilter(params));
  return useMemo(
    () => feedFilterOf(readFilter(new URLSearchParams(address)), (day) => startOfDay(intl, day)),
    [address, intl],
  );
}

/**
 * Filter chips above the feed; the address keeps them (TML-14). `views` adds the chip of the
 * saved views, which are a feature of their own.
 */
export function FeedFilterBar({ views }: { views?: (filter: FilterAddress) => ReactNode }) {
  const t = useTexts(timelineTexts);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const filter = readFilter(params);
  // Back leaves the page instead of undoing every chip.
  const set = (change: Partial<FilterAddress>) => {
    const search = writeFilter({ ...filter, ...change });
    void navigate(`/${search ? `?${search}` : ''}`, { replace: true });
  };
  // Only saved views and addresses filter by solved issues.
  const flags = filterFlags.filter((name) => name !== 'solved' || filter.solved);
  return (
    <ChipRow aria-label={t('timeline.filter')}>
      {flags.map((name) => (
        <FilterChip
          key={name}
          aria-pressed={filter[name]}
          onClick={() =>
            set({ ...(name === 'unsolved' ? { solved: false } : {}), [name]: !filter[name] })
          }
        >
          {t(`timeline.filter.${name}`)}
        </FilterChip>
      ))}
      <LabelChoice filter={filter} onSet={set} />
      <StaffChoice filter={filter} onSet={set} />
      <MemberChoice filter={filter} onSet={set} />
      <DaysChoice filter={filter} onSet={set} />
      {views?.(filter)}
      {writeFilter(filter) ? (
        <ClearFilters
          words={t('timeline.filter.clear')}
          onClear={() => void navigate('/', { replace: true })}
        />
      ) : null}
    </ChipRow>
  );
}
