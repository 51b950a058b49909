import '../../../shared/theme/floating-sheets';
import { ActionIcon, Menu } from '@mantine/core';
import { IconChecklist, IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { useItemKey } from '../../../shared/menu/key';
import { useLazyMenu } from '../../../shared/lazy/lazy-menu';
import { threadTexts } from './thread.messages';
import { timelineTexts } from '../timeline.messages';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

/** Actions in the menu of a post or comment. */
export interface ThreadMenuProps {
  name: string;
  mayChange: boolean;
  isTask: boolean;
  onEdit: () => void;
  onTask: () => void;
  onLink: () => void;
  onDelete: () => void;
  className?: string;
  /** More entries before the destructive one. */
  children?: ReactNode;
}

/** Menu of a post or comment. */
export function ThreadMenuList(props: ThreadMenuProps) {
  const t = useTexts(timelineTexts);
  const words = useTexts(threadTexts);
  const common = useTexts(commonTexts);
  const itemKey = useItemKey();
  const { target, isOpen, change } = useLazyMenu();
  return (
    <Menu
      width={220}
      position="bottom-end"
      withinPortal
      opened={isOpen}
      onChange={change}
      // The menu would take it from the form of an edit; useLazyMenu leaves it there.
      returnFocus={false}
    >
      <Menu.Target>
        <ActionIcon ref={target} className={props.className} aria-label={props.name}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.mayChange ? (
          <Menu.Item
            leftSection={<IconPencil {...icon} />}
            {...itemKey('edit')}
            onClick={props.onEdit}
          >
            {common('common.edit')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconChecklist {...icon} />}
          {...itemKey('task')}
          onClick={props.onTask}
        >
          {t(props.isTask ? 'timeline.task.drop' : 'timeline.task.make')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={props.onLink}>
          {words('timeline.card.link')}
        </Menu.Item>
        {props.children}
        {props.mayChange ? (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item leftSection={<IconTrash {...icon} />} color="shu" onClick={props.onDelete}>
              {common('common.delete')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
