import { useEffect, useEffectEvent } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { FilterAddress } from '../../../shared/address/filter-address';
import {
  useGetMemberHistoryQuery,
  useGetMemberNameQuery,
  useListLabelsQuery,
  useListStaffsQuery,
} from '../../../shared/directory/directory.api';
import { dayOf } from '../../../shared/directory/due.rules';
import { labelName, memberName } from '../../../shared/directory/names';
import { LabelMenu } from '../../../shared/display/label-menu';
import { StaffMenu } from '../../../shared/directory/staff-menu';
import { commonTexts } from '../../../shared/intl/common.messages';
import { fromLocalField, shortDate } from '../../../shared/intl/dates';
import { useTexts } from '../../../shared/intl/messages';
import { LazyMenu } from '../../../shared/lazy/lazy-menu';
import { lazyPart } from '../../../shared/lazy/lazy-part';
import { FilterChip } from '../../../shared/list/filter-chip';
import { type Choice, ChoiceMenu } from '../../../shared/menu/choice-menu';
import { timelineTexts } from '../timeline.messages';

const DAY_MS = 86_400_000;

/** Presets of date ranges; `back` counts days before today. */
const spans = [
  { id: 'today', back: 0 },
  { id: 'week', back: 6 },
  { id: 'month', back: 29 },
] as const;

/** The first instant of a day (2026-11-21) in the space's time zone. */
export const startOfDay = (intl: IntlShape, day: string) => fromLocalField(intl, `${day}T00:00`);

interface PartProps {
  filter: FilterAddress;
  onSet: (change: Partial<FilterAddress>) => void;
}

export function LabelChoice({ filter, onSet }: PartProps) {
  const t = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { data: labels = [], isSuccess } = useListLabelsQuery();
  const chosen = labels.find(({ id }) => id === filter.label);
  const name = chosen ? labelName(intl, chosen) : isSuccess ? common('common.label.deleted') : '…';
  return (
    <LabelMenu
      labels={labels}
      value={filter.label ? [filter.label] : []}
      any={t('timeline.filter.label.any')}
      onChange={([label = '']) => onSet({ label })}
    >
      <FilterChip on={!!filter.label} opens={t('timeline.filter.label.choose')}>
        {filter.label ? name : t('timeline.filter.label')}
      </FilterChip>
    </LabelMenu>
  );
}

export function StaffChoice({ filter, onSet }: PartProps) {
  const t = useTexts(timelineTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const chosen = staffs.find(({ id }) => id === filter.staff);
  return (
    <StaffMenu
      value={filter.staff || null}
      nobody={t('timeline.filter.staff.any')}
      search={t('timeline.filter.staff.find')}
      onChange={(staff) => onSet({ staff: staff ?? '' })}
      button={
        <FilterChip on={!!filter.staff} opens={t('timeline.filter.staff.choose')}>
          {filter.staff ? (chosen?.displayName ?? '…') : t('timeline.filter.staff')}
        </FilterChip>
      }
    />
  );
}

const MemberFilterList = lazyPart(
  async () => (await import('./member-filter-list')).MemberFilterList,
);

export function MemberChoice({ filter, onSet }: PartProps) {
  const t = useTexts(timelineTexts);
  const { currentData: member } = useGetMemberNameQuery(filter.member, { skip: !filter.member });
  useMergedMember(filter.member, member?.deleted === true);
  const button = (
    <FilterChip on={!!filter.member} opens={t('timeline.filter.member.choose')}>
      {filter.member ? (member ? memberName(member) : '…') : t('timeline.filter.member')}
    </FilterChip>
  );
  return (
    <LazyMenu
      button={button}
      popup="listbox"
      opened={() => (
        <MemberFilterList
          value={filter.member}
          onChange={(member) => onSet({ member })}
          button={button}
        />
      )}
    />
  );
}

/**
 * Puts the remaining member into the address instead of a merged one: posts name the remaining one, and
 * live changes are filtered by that.
 */
function useMergedMember(memberId: string, mayBeMerged: boolean): void {
  const [, setParams] = useSearchParams();
  const { currentData: history } = useGetMemberHistoryQuery(memberId, { skip: !mayBeMerged });
  const remaining = history?.mergedInto?.id;
  const replace = useEffectEvent((id: string) =>
    setParams(
      (params) => {
        params.set('member', id);
        return params;
      },
      { replace: true },
    ),
  );
  useEffect(() => {
    if (remaining) replace(remaining);
  }, [remaining]);
}

export function DaysChoice({ filter, onSet }: PartProps) {
  const t = useTexts(timelineTexts);
  const intl = useIntl();
  const { from, until } = filter;
  const words = (day: string) => shortDate(intl, startOfDay(intl, day) ?? day);
  const choices = (): Choice[] => {
    const now = Date.now();
    const today = dayOf(intl, now);
    const entry = (id: 'today' | 'week' | 'month' | 'thisMonth', first: string): Choice => ({
      id,
      word: t(`timeline.filter.days.${id}`),
      current: from === first && until === today,
      onChoose: () => onSet({ from: first, until: today }),
    });
    return [
      {
        id: 'any',
        word: t('timeline.filter.days.any'),
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
        <FilterChip on={!!(from || until)} opens={t('timeline.filter.days.choose')}>
          {from || until
            ? t('timeline.filter.days.range', {
                from: from ? words(from) : '',
                until: until ? words(until) : '',
              })
            : t('timeline.filter.days')}
        </FilterChip>
      }
      choices={choices}
    />
  );
}
