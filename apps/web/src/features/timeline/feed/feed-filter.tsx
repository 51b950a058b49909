import { type ReactNode, useMemo } from 'react';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type IntlShape, useIntl } from 'react-intl';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { FeedFilter } from '../../../shared/address/post-address';
import { useListLabelsQuery, useListStaffsQuery } from '../../../shared/directory/directory.api';
import { dayOf } from '../../../shared/directory/due.rules';
import { labelName } from '../../../shared/directory/names';
import { StaffMenu } from '../../../shared/directory/staff-menu';
import {
  type FilterAddress,
  filterFlags,
  readFilter,
  writeFilter,
} from '../../../shared/address/filter-address';
import { fromLocalField, shortDate } from '../../../shared/intl/dates';
import { useTexts } from '../../../shared/intl/messages';
import { type Choice, ChoiceMenu } from '../../../shared/ui/choice-menu';
import { feedFilterOf } from './feed-filter.rules';
import style from './feed-filter.module.css';
import { timelineTexts } from '../timeline.messages';

const DAY_MS = 86_400_000;

/** The first instant of a day (2026-11-21) in the space's time zone. */
const startOfDay = (intl: IntlShape, day: string) => fromLocalField(intl, `${day}T00:00`);

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

/** Presets of date ranges; `back` counts days before today. */
const spans = [
  { id: 'today', back: 0 },
  { id: 'week', back: 6 },
  { id: 'month', back: 29 },
] as const;

/**
 * Filter chips above the feed; the address keeps them (TML-14). `views` adds the chip of the
 * saved views, which are a feature of their own.
 */
export function FeedFilterBar({
  views,
}: {
  views?: (filter: FilterAddress, chip: string | undefined) => ReactNode;
}) {
  const say = useTexts(timelineTexts);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const filter = readFilter(params);
  // Back leaves the page instead of undoing every chip.
  const set = (change: Partial<FilterAddress>) => {
    const search = writeFilter({ ...filter, ...change });
    void navigate(`/${search ? `?${search}` : ''}`, { replace: true });
  };
  return (
    <div className={style.bar} role="group" aria-label={say('timeline.filter')}>
      {filterFlags.map((name) => (
        <button
          key={name}
          type="button"
          className={style.chip}
          aria-pressed={filter[name]}
          onClick={() => set({ [name]: !filter[name] })}
        >
          {say(`timeline.filter.${name}`)}
        </button>
      ))}
      <LabelChoice filter={filter} onSet={set} />
      <StaffChoice filter={filter} onSet={set} />
      <DaysChoice filter={filter} onSet={set} />
      {views?.(filter, style.chip)}
      {writeFilter(filter) ? (
        <button
          type="button"
          className={style.clear}
          onClick={() => void navigate('/', { replace: true })}
        >
          <IconX size={16} stroke={1.5} aria-hidden="true" />
          {say('timeline.filter.clear')}
        </button>
      ) : null}
    </div>
  );
}

interface PartProps {
  filter: FilterAddress;
  onSet: (change: Partial<FilterAddress>) => void;
}

const arrow = <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />;

function LabelChoice({ filter, onSet }: PartProps) {
  const say = useTexts(timelineTexts);
  const intl = useIntl();
  const { data: labels = [] } = useListLabelsQuery();
  const chosen = labels.find(({ id }) => id === filter.label);
  return (
    <ChoiceMenu
      width={220}
      position="bottom-start"
      button={
        <button type="button" className={style.chip} data-on={chosen ? '' : undefined}>
          {chosen ? labelName(intl, chosen) : say('timeline.filter.label')}
          <span className="engawa-unseen"> {say('timeline.filter.label.choose')}</span>
          {arrow}
        </button>
      }
      choices={() => [
        {
          id: '',
          word: say('timeline.filter.label.any'),
          current: !filter.label,
          onChoose: () => onSet({ label: '' }),
        },
        null,
        ...labels.map((label) => ({
          id: label.id,
          word: labelName(intl, label),
          current: label.id === filter.label,
          onChoose: () => onSet({ label: label.id }),
        })),
      ]}
    />
  );
}

function StaffChoice({ filter, onSet }: PartProps) {
  const say = useTexts(timelineTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const chosen = staffs.find(({ id }) => id === filter.staff);
  return (
    <StaffMenu
      value={filter.staff || null}
      nobody={say('timeline.filter.staff.any')}
      search={say('timeline.filter.staff.find')}
      onChange={(staff) => onSet({ staff: staff ?? '' })}
      button={(open) => (
        <button
          type="button"
          className={style.chip}
          data-on={chosen ? '' : undefined}
          aria-haspopup="listbox"
          onClick={open}
        >
          {chosen ? chosen.displayName : say('timeline.filter.staff')}
          <span className="engawa-unseen"> {say('timeline.filter.staff.choose')}</span>
          {arrow}
        </button>
      )}
    />
  );
}

function DaysChoice({ filter, onSet }: PartProps) {
  const say = useTexts(timelineTexts);
  const intl = useIntl();
  const { from, until } = filter;
  const words = (day: string) => shortDate(intl, startOfDay(intl, day) ?? day);
  const choices = (): Choice[] => {
    const now = Date.now();
    const today = dayOf(intl, now);
    const entry = (id: 'today' | 'week' | 'month' | 'thisMonth', first: string): Choice => ({
      id,
      word: say(`timeline.filter.days.${id}`),
      current: from === first && until === today,
      onChoose: () => onSet({ from: first, until: today }),
    });
    return [
      {
        id: 'any',
        word: say('timeline.filter.days.any'),
        current: !from && !until,
        onChoose: () => onSet({ from: '', until: '' }),
      },
      ...spans.map(({ id, back }) => entry(id, dayOf(intl, now - back * DAY_MS))),
      entry('thisMonth', `${today.slice(0, 7)}-01`),
    ];
  };
  return (
    <ChoiceMenu
      width={180}
      position="bottom-start"
      button={
        <button type="button" className={style.chip} data-on={from || until ? '' : undefined}>
          {from || until
            ? say('timeline.filter.days.range', {
                from: from ? words(from) : '',
                until: until ? words(until) : '',
              })
            : say('timeline.filter.days')}
          <span className="engawa-unseen"> {say('timeline.filter.days.choose')}</span>
          {arrow}
        </button>
      }
      choices={choices}
    />
  );
}
