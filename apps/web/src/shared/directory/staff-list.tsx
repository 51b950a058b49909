import '../theme/floating-sheets';
import { Combobox, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useListStaffsQuery } from './directory.api';
import { matchingStaff } from './matching-staff';
import { StaffFace } from './person-face';
import style from './picker.module.css';
import type { StaffMenuProps } from './staff-menu';

const NOBODY = '';

/** The list of a {@link StaffMenu} with its button, initially open. */
export function StaffList(props: StaffMenuProps) {
  const { data: staffs = [] } = useListStaffsQuery();
  const [text, setText] = useState('');
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const { focusSearchInput } = combobox;
  useEffect(() => focusSearchInput(), [focusSearchInput]);
  const found = matchingStaff(staffs, text).slice(0, 50);
  return (
    <Combobox
      store={combobox}
      width={240}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(id) => {
        props.onChange(id === NOBODY ? null : id);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        {props.button(() => combobox.toggleDropdown())}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
          placeholder={props.search}
          aria-label={props.search}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {props.nobody && text === '' ? (
            <Combobox.Option value={NOBODY} active={props.value === null}>
              <span className={style.option}>{props.nobody}</span>
            </Combobox.Option>
          ) : null}
          {found.map((staff) => (
            <Combobox.Option key={staff.id} value={staff.id} active={props.value === staff.id}>
              <span className={style.option}>
                <StaffFace staff={staff} size={24} />
                <span className={style.name}>{staff.displayName}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
