import { Menu } from '@mantine/core';
import type { TaskStatus } from '@engawa/contracts';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { statusOrder } from '../directory/task-status';
import style from './status-pill.module.css';

/** A task's status; a menu of all statuses where it can be changed. */
export function StatusPill(props: { status: TaskStatus; onChange?: (status: TaskStatus) => void }) {
  const say = useTexts(commonTexts);
  const classes = `${style.pill} ${style[props.status]}`;
  const word = say(`common.status.${props.status}`);
  const { onChange } = props;
  if (!onChange) return <span className={classes}>{word}</span>;
  return (
    <Menu width={160} withinPortal>
      <Menu.Target>
        <button type="button" className={`engawa-finger ${classes}`}>
          {word}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {statusOrder.map((status) => (
          <Menu.Item
            key={status}
            onClick={() => onChange(status)}
            aria-current={status === props.status}
          >
            <span className={`${style.pill} ${style[status]}`}>
              {say(`common.status.${status}`)}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
