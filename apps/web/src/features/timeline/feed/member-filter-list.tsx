import { type ReactElement, useEffect } from 'react';
import { MemberAvatar } from '../../../shared/avatar/person-avatar';
import { useFindMembersQuery } from '../../../shared/directory/directory.api';
import { memberName } from '../../../shared/directory/names';
import { PersonList, usePersonList } from '../../../shared/directory/person-list';
import { useDebounced } from '../../../shared/form/use-debounced';
import { useTexts } from '../../../shared/intl/messages';
import { memberFilterTexts } from './member-filter.messages';

/** The list of members of the filter with its button, initially open. */
export function MemberFilterList(props: {
  value: string;
  onChange: (memberId: string) => void;
  button: (open: () => void) => ReactElement;
}) {
  const t = useTexts(memberFilterTexts);
  const list = usePersonList();
  const { dropdownOpened, selectFirstOption } = list.combobox;
  const q = useDebounced(list.text).trim();
  const { data: found = [] } = useFindMembersQuery({ q }, { skip: !dropdownOpened });
  // Enter takes the first result of a typed text.
  const first = q === '' ? undefined : found[0]?.id;
  useEffect(() => {
    if (first) selectFirstOption();
    // The store of the list is the same all the time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first]);
  return (
    <PersonList
      list={list}
      width={260}
      search={t('timeline.filter.member.find')}
      nobody={t('timeline.filter.member.any')}
      value={props.value}
      people={found.map((member) => ({
        id: member.id,
        name: memberName(member),
        face: <MemberAvatar member={member} size={24} />,
      }))}
      onChange={props.onChange}
      button={props.button}
    />
  );
}
