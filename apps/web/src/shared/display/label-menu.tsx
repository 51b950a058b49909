import '../theme/floating-sheets';
import type { Label } from '@engawa/contracts';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { LabelChip } from './label-chip';

/** A multi-select list of the space's labels. */
export function LabelMenu(props: {
  labels: readonly Label[];
  value: readonly string[];
  /** Most that can be checked; default: all. */
  most?: number;
  onChange: (labelIds: string[]) => void;
  children: ReactElement;
}) {
  const { labels, value, most = Infinity, onChange } = props;
  return (
    <Menu closeOnItemClick={false} width={220} position="bottom-start" withinPortal>
      <Menu.Target>{props.children}</Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
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
