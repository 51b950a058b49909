import { Text } from '@mantine/core';
import { MemberAvatar } from '../../../shared/avatar/person-avatar';
import { memberName } from '../../../shared/directory/names';
import { useFoundMembers } from '../../../shared/directory/use-found-members';
import { useTexts } from '../../../shared/intl/messages';
import type { LazyMenuButton } from '../../../shared/lazy/lazy-menu';
import { FindList, useFindList } from '../../../shared/list/find-list';
import { memberFilterTexts } from './member-filter.messages';

/** The list of members of the filter with its button, initially open. */
export function MemberFilterList(props: {
  value: string;
  onChange: (memberId: string) => void;
  button: LazyMenuButton;
}) {
  const t = useTexts(memberFilterTexts);
  const list = useFindList();
  const { found, error, isAnswered } = useFoundMembers(list.text, list.combobox.dropdownOpened);
  return (
    <FindList
      list={list}
      width={260}
      search={t('timeline.filter.member.find')}
      none={t('timeline.filter.member.any')}
      chosen={[props.value]}
      options={found.map((member) => ({
        id: member.id,
        word: (
          <>
            <MemberAvatar member={member} size={24} />
            <Text span truncate inherit miw={0}>
              {memberName(member)}
            </Text>
          </>
        ),
      }))}
      isAnswered={isAnswered}
      error={error}
      onChange={props.onChange}
      button={props.button}
    />
  );
}
