import { Combobox, useCombobox } from '@mantine/core';
import type { Staff } from '@engawa/contracts';
import { type ReactElement, useState } from 'react';
import { useListStaffsQuery } from './directory.api';
import { StaffFace } from './person-face';
import style from './picker.module.css';

const NOBODY = '';

/** Staff whose name or mail address contains the text, those at work only. */
export function matchingStaff(staffs: readonly Staff[], text: string): Staff[] {
  const flat = (value: string) => value.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  const wanted = flat(text);
  return staffs.filter(
    (staff) =>
      !staff.deactivated &&
      (flat(staff.displayName).includes(wanted) || flat(staff.email).startsWith(wanted)),
  );
}

/** A button that opens a searchable list of staff, as for choosing an assignee. */
export function StaffMenu(props: {
  value: string | null;
  /** What stands for nobody; without it nobody cannot be chosen. */
  nobody?: string;
  /** Accessible name of the search field. */
  search: string;
  onChange: (staffId: string | null) => void;
  /** Makes the button that opens the list. */
  button: (open: () => void) => ReactElement;
}) {
  const { data: staffs = [] } = useListStaffsQuery();
  const [text, setText] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
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
