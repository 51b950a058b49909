import { useListStaffsQuery } from './directory.api';
import { matchingStaff } from './matching-staff';
import { StaffAvatar } from '../avatar/person-avatar';
import { NOBODY, PersonList, usePersonList } from './person-list';
import type { StaffMenuProps } from './staff-menu';

/** The list of a {@link StaffMenu} with its button, initially open. */
export function StaffList(props: StaffMenuProps) {
  const { data: staffs = [], error } = useListStaffsQuery();
  const list = usePersonList();
  const found = matchingStaff(staffs, list.text).slice(0, 50);
  return (
    <PersonList
      list={list}
      width={240}
      search={props.search}
      nobody={props.nobody}
      value={props.value ?? NOBODY}
      people={found.map((staff) => ({
        id: staff.id,
        name: staff.displayName,
        face: <StaffAvatar staff={staff} size={24} />,
      }))}
      error={staffs.length === 0 ? error : undefined}
      onChange={(id) => props.onChange(id === NOBODY ? null : id)}
      button={props.button}
    />
  );
}
