import '../theme/floating-sheets';
import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import type { ChoiceMenuProps } from './choice-menu';
import { useUnfolded } from './unfolding';

/** The menu of a button, initially open. */
export function ChoiceList({ button, width, position, choices }: ChoiceMenuProps) {
  const { target, isOpen, change } = useUnfolded();
  return (
    <Menu width={width} position={position} withinPortal opened={isOpen} onChange={change}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>
        {choices().map((choice, at) =>
          choice === null ? (
            <Menu.Divider key={at} role="separator" />
          ) : (
            <Menu.Item
              key={choice.id}
              leftSection={choice.icon}
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
