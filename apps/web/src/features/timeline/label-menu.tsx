import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { LabelChip } from '../../shared/ui/label-chip';
import style from './form.module.css';

/** A list of the space's labels to tick; stays open while ticking. */
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
            <Menu.Item
              key={label.id}
              role="menuitemcheckbox"
              aria-checked={on}
              onClick={() =>
                onChange(on ? value.filter((id) => id !== label.id) : [...value, label.id])
              }
              rightSection={
                <IconCheck
                  size={16}
                  stroke={2}
                  aria-hidden="true"
                  className={on ? style.tick : style.untick}
                />
              }
            >
              <LabelChip label={label} />
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
