import { IconX } from '@tabler/icons-react';
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
import { timelineTexts } from '../timeline.messages';
import {
  chipClass,
  DaysChoice,
  LabelChoice,
  MemberChoice,
  StaffChoice,
  startOfDay,
} from './feed-filter-choices';
import { feedFilterOf } from './feed-filter.rules';
import style from './feed-filter.module.css';

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
export function FeedFilterBar({
  views,
}: {
  views?: (filter: FilterAddress, chip: string | undefined) => ReactNode;
}) {
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
    <div className={style.bar} role="group" aria-label={t('timeline.filter')}>
      {flags.map((name) => (
        <button
          key={name}
          type="button"
          className={chipClass}
          aria-pressed={filter[name]}
          onClick={() =>
            set({ ...(name === 'unsolved' ? { solved: false } : {}), [name]: !filter[name] })
          }
        >
          {t(`timeline.filter.${name}`)}
        </button>
      ))}
      <LabelChoice filter={filter} onSet={set} />
      <StaffChoice filter={filter} onSet={set} />
      <MemberChoice filter={filter} onSet={set} />
      <DaysChoice filter={filter} onSet={set} />
      {views?.(filter, chipClass)}
      {writeFilter(filter) ? (
        <button
          type="button"
          className={`engawa-tool ${style.chip}`}
          aria-label={t('timeline.filter.clear')}
          data-tip={t('timeline.filter.clear')}
          onClick={() => void navigate('/', { replace: true })}
        >
          <IconX size={16} stroke={1.5} aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
