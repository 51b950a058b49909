import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTexts } from '../intl/messages';
import type { RowCommand } from './row-scope.store';
import { rowTexts } from './rows.messages';
import style from './selection-bar.module.css';

/** How many rows are selected and what can be done with them. */
export function SelectionBar(props: {
  selected: ReadonlySet<string>;
  commands: readonly RowCommand[];
  onClear: () => void;
}) {
  const say = useTexts(rowTexts);
  const { selected, commands } = props;
  if (selected.size === 0) return null;
  return (
    <div
      className={style.bar}
      role="toolbar"
      aria-label={say('rows.selected', { count: selected.size })}
    >
      <strong aria-live="polite">{say('rows.selected', { count: selected.size })}</strong>
      {commands
        .filter(({ single }) => !single)
        .map((command) => (
          <Button
            key={command.key}
            variant="subtle"
            size="compact-sm"
            rightSection={<kbd>{command.key}</kbd>}
            onClick={() => command.run([...selected])}
          >
            {command.words}
          </Button>
        ))}
      <ActionIcon
        aria-label={say('rows.clear')}
        title={`${say('rows.clear')} (Esc)`}
        onClick={props.onClear}
      >
        <IconX size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
