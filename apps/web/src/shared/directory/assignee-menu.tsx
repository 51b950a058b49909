import { IconUserPlus } from '@tabler/icons-react';
import { useTexts } from '../intl/messages';
import { assigneeTexts } from './assignee.messages';
import style from './assignee-menu.module.css';
import { useListStaffsQuery } from './directory.api';
import { StaffFace } from './person-face';
import { StaffMenu } from './staff-menu';

/** The assignee of a task, and a list of active staff to choose another. */
export function AssigneeMenu(props: {
  assignUserId: string | null;
  onChange: (assignUserId: string | null) => void;
}) {
  const say = useTexts(assigneeTexts);
  const { data: staffs = [] } = useListStaffsQuery();
  // A deactivated assignee stays visible.
  const current = staffs.find((staff) => staff.id === props.assignUserId);
  const name = current?.displayName ?? say('assignee.none');
  const label = say('assignee.label', { name });
  return (
    <StaffMenu
      value={props.assignUserId}
      nobody={say('assignee.none')}
      search={say('assignee.find')}
      onChange={props.onChange}
      button={(open) => (
        <button
          type="button"
          className={`engawa-finger ${style.target}`}
          onClick={open}
          aria-label={label}
          title={label}
        >
          {current ? (
            <StaffFace staff={current} size={22} />
          ) : (
            <IconUserPlus size={18} stroke={1.5} aria-hidden="true" />
          )}
          <span className={style.name}>{name}</span>
        </button>
      )}
    />
  );
}
