import '../../shared/theme/floating-sheets';
import type { Label, MemberRef, SearchHit } from '@engawa/contracts';
import { Box, Group, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { useAuthorNames } from '../../shared/directory/author-names';
import { useGetMemberNameQuery, useListStaffsQuery } from '../../shared/directory/directory.api';
import { MemberPicker } from '../../shared/directory/member-picker';
import { labelName, memberName } from '../../shared/directory/names';
import { statusOrder } from '../../shared/directory/task-status';
import { DayRange } from '../../shared/form/day-range';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { ChipRow, ChosenFilter, FilterChip } from '../../shared/list/filter-chip';
import { ChoiceMenu } from '../../shared/menu/choice-menu';
import { choose } from '../../shared/menu/chooser.store';
import { matches } from '../../shared/list/matches';
import { type ChoiceFilter, choiceFilters, issueChoices, type SearchAddress } from './search.rules';
import { searchTexts } from './search.messages';

interface FilterProps {
  address: SearchAddress;
  labels: readonly Label[];
  onChange: (change: Partial<SearchAddress>) => void;
}

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;

/** The chosen filters as chips, and a button to add one. */
export function SearchFilters(
  props: FilterProps & { hits: readonly SearchHit[]; children: ReactNode },
) {
  const t = useTexts(searchTexts);
  const common = useTexts(commonTexts);
  const { address, onChange } = props;
  const choicesOf = useFilterChoices(props.labels);
  // Members and days need fields, which stand below the chips while they are filled in.
  const [editing, setEditing] = useState<'member' | 'days' | null>(null);
  const edit = (name: ChoiceFilter) =>
    choose({
      title: t(`search.${name}`),
      choices: (query) =>
        choicesOf(name)
          .filter(({ label }) => matches(label, query))
          .map(({ value, label }) => ({
            id: value,
            words: label,
            current: value === address[name],
            run: () => onChange({ [name]: value }),
          })),
    });
  // An author may be an integration, or the operator, whom only hits name: neither is a choice.
  const nameOf = useAuthorNames(address.staff ? [address.staff] : []);
  const authorName = () =>
    nameOf(address.staff) ||
    props.hits.find(({ owner }) => owner.id === address.staff)?.owner.displayName;
  const words = (name: ChoiceFilter) => {
    const choice = choicesOf(name).find(({ value }) => value === address[name]);
    const label = name === 'staff' ? authorName() : choice?.label;
    // A space always has its default labels: without any, they are not read yet.
    const isDeleted = name === 'label' && props.labels.length > 0;
    const unknown = isDeleted ? common('common.label.deleted') : '…';
    return `${t(`search.${name}`)}: ${label || unknown}`;
  };
  const hasDays = !!(address.from || address.until);
  const range = t('search.range', { from: address.from, until: address.until });
  return (
    <Stack gap={10} pb={8}>
      <ChipRow aria-label={t('search.filters')}>
        {address.member ? (
          <MemberChip
            id={address.member}
            onRemove={() => onChange({ member: address.with, with: '' })}
            onEdit={() => setEditing('member')}
          />
        ) : null}
        {address.with ? (
          <MemberChip
            id={address.with}
            onRemove={() => onChange({ with: '' })}
            onEdit={() => setEditing('member')}
          />
        ) : null}
        {choiceFilters
          .filter((name) => address[name])
          .map((name) => (
            <Chip
              key={name}
              words={words(name)}
              onEdit={() => edit(name)}
              onRemove={() => onChange({ [name]: '' })}
            />
          ))}
        {hasDays ? (
          <Chip
            words={range}
            onEdit={() => setEditing('days')}
            onRemove={() => onChange({ from: '', until: '' })}
          />
        ) : null}
        <ChoiceMenu
          width={200}
          position="bottom-start"
          button={<FilterChip icon={<IconPlus {...icon} />}>{t('search.filters')}</FilterChip>}
          choices={() => [
            { id: 'member', word: t('search.member'), onChoose: () => setEditing('member') },
            ...choiceFilters.map((name) => ({
              id: name,
              word: t(`search.${name}`),
              current: !!address[name],
              onChoose: () => edit(name),
            })),
            { id: 'days', word: t('search.days'), onChoose: () => setEditing('days') },
          ]}
        />
        {props.children}
      </ChipRow>
      {editing === 'member' ? (
        <Group gap={10} align="flex-end" maw={560}>
          <MemberFilter address={address} onChange={onChange} />
          <CloseEditor onClose={() => setEditing(null)} />
        </Group>
      ) : null}
      {editing === 'days' ? (
        <Group gap={10} align="flex-end" maw={560}>
          <DayRange
            from={address.from}
            until={address.until}
            words={{ from: t('search.from'), until: t('search.until') }}
            onChange={onChange}
          />
          <CloseEditor onClose={() => setEditing(null)} />
        </Group>
      ) : null}
    </Stack>
  );
}

/** Values of the filters that are chosen from a list. */
function useFilterChoices(labels: readonly Label[]) {
  const t = useTexts(searchTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { data: staffs = [] } = useListStaffsQuery();
  return (name: ChoiceFilter): { value: string; label: string }[] => {
    switch (name) {
      case 'kind':
        return (['post', 'comment'] as const).map((value) => ({
          value,
          label: t(`search.kind.${value}`),
        }));
      case 'staff':
        return staffs.map(({ id, displayName }) => ({ value: id, label: displayName }));
      case 'label':
        return [
          ...labels.map((label) => ({ value: label.id, label: labelName(intl, label) })),
          { value: 'none', label: t('search.label.none') },
        ];
      case 'status':
        return statusOrder.map((value) => ({ value, label: common(`common.status.${value}`) }));
      case 'issue':
        return issueChoices.map((value) => ({ value, label: t(`search.issue.${value}`) }));
    }
  };
}

function Chip(props: { words: string; onEdit: () => void; onRemove: () => void }) {
  const t = useTexts(searchTexts);
  return (
    <ChosenFilter>
      <button type="button" onClick={props.onEdit}>
        {props.words}
      </button>
      <button
        type="button"
        aria-label={t('search.filter.clear', { name: props.words })}
        onClick={props.onRemove}
      >
        <IconX {...icon} />
      </button>
    </ChosenFilter>
  );
}

function MemberChip(props: { id: string; onEdit: () => void; onRemove: () => void }) {
  const { currentData: member } = useGetMemberNameQuery(props.id);
  return <Chip words={member ? memberName(member) : '…'} {...props} />;
}

function CloseEditor({ onClose }: { onClose: () => void }) {
  const common = useTexts(commonTexts);
  return <FilterChip onClick={onClose}>{common('common.close')}</FilterChip>;
}

/** A member for the picker; unknown ids have no name. */
function useMemberRef(id: string): MemberRef | null {
  const { currentData: member } = useGetMemberNameQuery(id, { skip: id === '' });
  if (id === '') return null;
  if (member) return { ...member, id };
  return {
    id,
    familyName: '…',
    firstName: '',
    familyNameKana: '',
    firstNameKana: '',
    company: '',
    photoUrl: null,
    thumbPhotoUrl: null,
    deleted: false,
  };
}

/** One member, or two in the same post. */
function MemberFilter({ address, onChange }: Pick<FilterProps, 'address' | 'onChange'>) {
  const t = useTexts(searchTexts);
  const one = useMemberRef(address.member);
  const other = useMemberRef(address.with);
  return (
    <Stack gap={4} flex="1 1 240px" fz="sm">
      <Box component="span" aria-hidden="true" fw={500}>
        {t('search.member')}
      </Box>
      <MemberPicker
        value={[one, other].filter((member) => member !== null)}
        onChange={(members) => {
          const [first, second] = members.slice(-2);
          onChange({ member: first?.id ?? '', with: second?.id ?? '' });
        }}
        words={{
          label: t('search.member'),
          placeholder: t('search.member.hint'),
          remove: (name) => t('search.filter.clear', { name }),
        }}
      />
    </Stack>
  );
}
