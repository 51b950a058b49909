import '../theme/floating-sheets';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { cloneElement } from 'react';
import type { ChoiceMenuProps } from './choice-menu';
import { shortcutOf } from '../rows/keys';
import { Key } from './key';
import { useLazyMenu } from '../lazy/lazy-menu';
import style from './choice-list.module.css';

/** The menu of a button, initially open. */
export function ChoiceList({ button, width, position, choices }: ChoiceMenuProps) {
  const { target, isOpen, change } = useLazyMenu();
  return (
    <Menu width={width} position={position} withinPortal opened={isOpen} onChange={change}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown className={style.list}>
        {choices().map((choice, at) =>
          choice === null ? (
            <Menu.Divider key={at} role="separator" />
          ) : (
            <Menu.Item
              key={choice.id}
              leftSection={choice.icon}
              rightSection={
                choice.current ? (
                  <IconCheck size={16} stroke={1.5} aria-hidden="true" />
                ) : choice.keys ? (
                  <Key>{choice.keys}</Key>
                ) : null
              }
              aria-keyshortcuts={choice.keys?.length === 1 ? shortcutOf(choice.keys) : undefined}
              lang={choice.lang}
              aria-current={choice.current}
              onClick={choice.onChoose}
            >
              {choice.word}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
