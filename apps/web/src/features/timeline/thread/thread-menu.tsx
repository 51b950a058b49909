import '../../../shared/theme/floating-sheets';
import { ActionIcon, Menu } from '@mantine/core';
import { IconChecklist, IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { commonTexts } from '../../../shared/intl/common.messages';
import { useTexts } from '../../../shared/intl/messages';
import { Key } from '../../../shared/ui/key';
import { useUnfolded } from '../../../shared/ui/unfolding';
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
  /** Whether the row keys apply to this one. */
  keys?: boolean;
  /** More entries before the destructive one. */
  children?: ReactNode;
}

/** Menu of a post or comment. */
export function ThreadMenuList(props: ThreadMenuProps) {
  const { keys } = props;
  const say = useTexts(timelineTexts);
  const common = useTexts(commonTexts);
  const { target, isOpen, change } = useUnfolded();
  return (
    <Menu width={220} position="bottom-end" withinPortal opened={isOpen} onChange={change}>
      <Menu.Target>
        <ActionIcon ref={target} className={props.className} aria-label={props.name}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.mayChange ? (
          <Menu.Item
            leftSection={<IconPencil {...icon} />}
            rightSection={keys ? <Key>E</Key> : null}
            aria-keyshortcuts={keys ? 'Shift+E' : undefined}
            onClick={props.onEdit}
          >
            {common('common.edit')}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconChecklist {...icon} />}
          rightSection={keys ? <Key>t</Key> : null}
          aria-keyshortcuts={keys ? 't' : undefined}
          onClick={props.onTask}
        >
          {say(props.isTask ? 'timeline.task.drop' : 'timeline.task.make')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={props.onLink}>
          {say('timeline.card.link')}
        </Menu.Item>
        {props.children}
        {props.mayChange ? (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item leftSection={<IconTrash {...icon} />} color="red" onClick={props.onDelete}>
              {common('common.delete')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
