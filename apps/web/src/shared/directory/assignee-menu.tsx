import { Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useTexts } from '../intl/messages';
import { assigneeTexts } from './assignee.messages';
import { useListStaffsQuery } from './directory.api';
import { StaffAvatar } from '../avatar/person-avatar';
import { useKeyHint } from '../rows/keys';
import { StaffMenu } from './staff-menu';

/** The assignee of a task, and a list of active staff to choose another. */
export function AssigneeMenu(props: {
  assignUserId: string | null;
  onChange: (assignUserId: string | null) => void;
}) {
  const t = useTexts(assigneeTexts);
  const keyHint = useKeyHint();
  const { data: staffs = [] } = useListStaffsQuery();
  // A deactivated assignee stays visible.
  const current = staffs.find((staff) => staff.id === props.assignUserId);
  // Before the staff are read, it is not known who it is.
  const name = current?.displayName ?? (props.assignUserId ? '…' : t('assignee.none'));
  const label = t('assignee.label', { name });
  return (
    <StaffMenu
      value={props.assignUserId}
      nobody={t('assignee.none')}
      search={t('assignee.find')}
      onChange={props.onChange}
      button={
        <button
          type="button"
          className="engawa-finger engawa-tool"
          style={{ paddingInlineStart: 2 }}
          aria-label={label}
          data-tip={label}
          {...keyHint('assign', label)}
        >
          {current ? (
            <StaffAvatar staff={current} size={22} />
          ) : (
            <IconUserPlus size={18} stroke={1.5} aria-hidden="true" />
          )}
          <Text span truncate inherit>
            {name}
          </Text>
        </button>
      }
    />
  );
}
