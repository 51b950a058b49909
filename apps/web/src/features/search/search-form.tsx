import '../../shared/theme/floating-sheets';
import type { Label, MemberRef } from '@engawa/contracts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconAdjustments, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { useListStaffsQuery } from '../../shared/directory/directory.api';
import { MemberPicker } from '../../shared/directory/member-picker';
import { labelName } from '../../shared/directory/names';
import { statusOrder } from '../../shared/directory/task-status';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { DayRange } from '../../shared/ui/day-range';
import { useGetMemberNameQuery } from './search.api';
import { filterCount, issueChoices, type SearchAddress } from './search.rules';
import { searchTexts } from './search.messages';
import style from './search.module.css';

/** Words and filters; each change is a new address. */
export function SearchForm(props: {
  address: SearchAddress;
  labels: readonly Label[];
  onChange: (change: Partial<SearchAddress>) => void;
}) {
  const say = useTexts(searchTexts);
  const common = useTexts(commonTexts);
  const intl = useIntl();
  const { address, onChange } = props;
  const { data: staffs = [] } = useListStaffsQuery();
  const [text, setText] = useState(address.q);
  // The hits come first: filters are collapsed unless one narrows them already.
  const [open, setOpen] = useState(filterCount(address) > 0);
  const filtersId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange({ q: text });
  };
  const any = { value: '', label: say('search.any') };
  const select = (
    name: 'kind' | 'staff' | 'label' | 'status' | 'issue',
    choices: { value: string; label: string }[],
  ) => (
    <NativeSelect
      label={say(`search.${name}`)}
      value={address[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      data={[any, ...choices]}
    />
  );
  return (
    <form className={style.form} role="search" onSubmit={submit}>
      <div className={style.words}>
        <TextInput
          type="search"
          size="md"
          value={text}
          maxLength={200}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
          aria-label={say('search.q')}
          placeholder={say('search.q')}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden="true" />}
        />
        <Button type="submit" size="md">
          {common('common.search')}
        </Button>
        <Button
          variant="default"
          size="md"
          aria-expanded={open}
          aria-controls={filtersId}
          onClick={() => setOpen(!open)}
          leftSection={<IconAdjustments size={18} stroke={1.5} aria-hidden="true" />}
        >
          {say('search.filters', { count: filterCount(address) })}
        </Button>
      </div>
      {text === '' ? <p className={style.hint}>{say('search.q.hint')}</p> : null}
      <div id={filtersId} className={style.narrowing} data-open={open || undefined}>
        <MemberFilter address={address} onChange={onChange} />
        <div className={style.filters}>
          {select('kind', [
            { value: 'post', label: say('search.kind.post') },
            { value: 'comment', label: say('search.kind.comment') },
          ])}
          {select(
            'staff',
            staffs.map((staff) => ({ value: staff.id, label: staff.displayName })),
          )}
          {select('label', [
            ...props.labels.map((label) => ({ value: label.id, label: labelName(intl, label) })),
            { value: 'none', label: say('search.label.none') },
          ])}
          {select(
            'status',
            statusOrder.map((status) => ({
              value: status,
              label: common(`common.status.${status}`),
            })),
          )}
          {select(
            'issue',
            issueChoices.map((issue) => ({ value: issue, label: say(`search.issue.${issue}`) })),
          )}
          <DayRange
            from={address.from}
            until={address.until}
            words={{ from: say('search.from'), until: say('search.until') }}
            onChange={onChange}
          />
        </div>
      </div>
    </form>
  );
}

/** A member for the picker; unknown ids have no name. */
function useMemberRef(id: string): MemberRef | null {
  const { data } = useGetMemberNameQuery(id, { skip: id === '' });
  if (id === '') return null;
  if (data) return { ...data, id };
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
function MemberFilter(props: {
  address: SearchAddress;
  onChange: (change: Partial<SearchAddress>) => void;
}) {
  const say = useTexts(searchTexts);
  const { address, onChange } = props;
  const one = useMemberRef(address.member);
  const other = useMemberRef(address.with);
  return (
    <div className={style.members}>
      <span aria-hidden="true">{say('search.member')}</span>
      <MemberPicker
        value={[one, other].filter((member) => member !== null)}
        onChange={(members) => {
          const [first, second] = members.slice(-2);
          onChange({ member: first?.id ?? '', with: second?.id ?? '' });
        }}
        words={{
          label: say('search.member'),
          placeholder: say('search.member.hint'),
          none: say('search.member.none'),
          remove: (name) => say('search.member.clear', { name }),
        }}
      />
    </div>
  );
}
