import type { ReactElement } from 'react';
import { MemberAvatar } from '../../../shared/avatar/person-avatar';
import { memberName } from '../../../shared/directory/names';
import { PersonList, usePersonList } from '../../../shared/directory/person-list';
import { useFoundMembers } from '../../../shared/directory/use-found-members';
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
  const { found, error, isAnswered } = useFoundMembers(list.text, list.combobox.dropdownOpened);
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
      isAnswered={isAnswered}
      error={error}
      onChange={props.onChange}
      button={props.button}
    />
  );
}
