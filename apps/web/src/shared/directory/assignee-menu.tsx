import { Menu, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../intl/messages';
import { Face } from '../ui/face';
import { assigneeTexts } from './assignee.messages';
import { useListStaffsQuery } from './directory.api';
import style from './assignee-menu.module.css';

/**
 * Who a task is assigned to; a menu of the space's active staff where it can be changed. The
 * current assignee stays visible even when deactivated meanwhile.
 */
export function AssigneeMenu(props: {
  assignUserId: string | null;
  onChange?: (assignUserId: string | null) => void;
  /** Only the face, for tight places. */
  compact?: boolean;
}) {
  const say = useTexts(assigneeTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  const [wanted, setWanted] = useState('');
  const current = staffs.find((staff) => staff.id === props.assignUserId);
  const name = current?.displayName ?? say('assignee.none');
  const label = say('assignee.label', { name });
  const face = current ? (
    <Face
      id={current.id}
      name={current.displayName}
      photoUrl={current.thumbPhotoUrl}
      size={22}
      faded={current.deactivated}
    />
  ) : (
    <IconUserPlus size={18} stroke={1.5} aria-hidden="true" />
  );
  const inside = (
    <>
      {face}
      {props.compact ? null : <span className={style.name}>{name}</span>}
    </>
  );
  const { onChange } = props;
  if (!onChange) {
    return (
      <span className={style.plain} title={label}>
        {inside}
      </span>
    );
  }
  const needle = wanted.trim().toLowerCase();
  const offered = staffs.filter(
    (staff) => !staff.deactivated && staff.displayName.toLowerCase().includes(needle),
  );
  return (
    <Menu width={240} withinPortal onClose={() => setWanted('')}>
      <Menu.Target>
        <button type="button" className={style.target} aria-label={label} title={label}>
          {inside}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {staffs.length > 8 ? (
          <TextInput
            className={style.find}
            size="xs"
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            placeholder={say('assignee.find')}
            aria-label={say('assignee.find')}
            // The menu's own keys would take the letters.
            onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
          />
        ) : null}
        <div className={style.list}>
          <Menu.Item onClick={() => onChange(null)}>{say('assignee.none')}</Menu.Item>
          {offered.map((staff) => (
            <Menu.Item
              key={staff.id}
              aria-current={staff.id === props.assignUserId}
              leftSection={
                <Face
                  id={staff.id}
                  name={staff.displayName}
                  photoUrl={staff.thumbPhotoUrl}
                  size={24}
                />
              }
              onClick={() => onChange(staff.id)}
            >
              {staff.displayName}
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
