import '../../../shared/theme/floating-sheets';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useListLabelsQuery } from '../../../shared/directory/directory.api';
import { LabelChip } from '../../../shared/ui/label-chip';

/** A multi-select list of the space's labels. */
export function LabelMenu(props: {
  value: readonly string[];
  onChange: (labelIds: string[]) => void;
  children: ReactElement;
}) {
  const { data: labels = [] } = useListLabelsQuery();
  const { value, onChange } = props;
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
