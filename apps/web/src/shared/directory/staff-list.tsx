import { Text } from '@mantine/core';
import { useListStaffsQuery } from './directory.api';
import { matchingStaff } from './matching-staff';
import { StaffAvatar } from '../avatar/person-avatar';
import { FindList, NONE, useFindList } from '../list/find-list';
import type { StaffMenuProps } from './staff-menu';

/** The list of a {@link StaffMenu} with its button, initially open. */
export function StaffList(props: StaffMenuProps) {
  const { data: staffs = [], error } = useListStaffsQuery();
  const list = useFindList();
  const found = matchingStaff(staffs, list.text).slice(0, 50);
  return (
    <FindList
      list={list}
      width={240}
      search={props.search}
      none={props.nobody}
      chosen={[props.value ?? NONE]}
      options={found.map((staff) => ({
        id: staff.id,
        word: (
          <>
            <StaffAvatar staff={staff} size={24} />
            <Text span truncate inherit miw={0}>
              {staff.displayName}
            </Text>
          </>
        ),
      }))}
      error={staffs.length === 0 ? error : undefined}
      onChange={(id) => props.onChange(id === NONE ? null : id)}
      button={props.button}
    />
  );
}
