import '../theme/floating-sheets';
import type { Label } from '@engawa/contracts';
import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import { LazyMenu, type LazyMenuButton, useLazyMenu } from '../lazy/lazy-menu';
import { LabelChip } from './label-chip';
import style from '../menu/choice-list.module.css';

interface LabelMenuProps {
  labels: readonly Label[];
  value: readonly string[];
  /** Most that can be checked; default: all. */
  most?: number;
  onChange: (labelIds: string[]) => void;
  children: LazyMenuButton;
}

/** A multi-select list of the space's labels. */
export function LabelMenu(props: LabelMenuProps) {
  return (
    <LazyMenu button={props.children} popup="menu" opened={() => <LabelChoices {...props} />} />
  );
}

/** The list with its button, initially open. */
function LabelChoices(props: LabelMenuProps) {
  const { labels, value, most = Infinity, onChange } = props;
  const { target, isOpen, change } = useLazyMenu();
  return (
    <Menu
      opened={isOpen}
      onChange={change}
      closeOnItemClick={false}
      width={220}
      position="bottom-start"
      withinPortal
    >
      <Menu.Target>{cloneElement(props.children, { ref: target })}</Menu.Target>
      <Menu.Dropdown className={style.list}>
        {labels.map((label) => {
          const on = value.includes(label.id);
          return (
            <Menu.CheckboxItem
              key={label.id}
              checked={on}
              disabled={!on && value.length >= most}
              onChange={() =>
                onChange(on ? value.filter((id) => id !== label.id) : [...value, label.id])
              }
            >
              <LabelChip label={label} />
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
