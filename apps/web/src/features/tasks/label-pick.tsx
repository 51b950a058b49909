import '../../shared/theme/floating-sheets';
import type { Label } from '@engawa/contracts';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { LabelChip } from '../../shared/ui/label-chip';

/** Most labels of a task or filter. */
const MOST = 10;

/** A multi-select list of the space's labels. */
export function LabelPick(props: {
  labels: readonly Label[];
  value: readonly string[];
  onChange: (labelIds: string[]) => void;
  children: ReactElement;
}) {
  const { labels, value, onChange } = props;
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
              disabled={!on && value.length >= MOST}
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
