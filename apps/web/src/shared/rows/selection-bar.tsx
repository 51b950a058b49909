import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTexts } from '../intl/messages';
import { rowKeys, shortcutOf } from './keys';
import type { RowCommand } from './row-scope.store';
import { rowTexts } from './rows.messages';
import style from './selection-bar.module.css';

/** Number of selected rows and the commands for them, each with its key. */
export function SelectionBar(props: {
  selected: ReadonlySet<string>;
  commands: readonly RowCommand[];
  onClear: () => void;
}) {
  const t = useTexts(rowTexts);
  const { selected, commands } = props;
  if (selected.size === 0) return null;
  return (
    <div
      className={style.bar}
      role="toolbar"
      aria-label={t('rows.selected', { count: selected.size })}
    >
      <strong aria-live="polite">{t('rows.selected', { count: selected.size })}</strong>
      {commands
        .filter(({ single }) => !single || selected.size === 1)
        .map((command) => (
          <Button
            key={command.name}
            variant="subtle"
            size="compact-sm"
            rightSection={<kbd aria-hidden="true">{rowKeys[command.name]}</kbd>}
            aria-keyshortcuts={shortcutOf(rowKeys[command.name])}
            onClick={() => command.run([...selected])}
          >
            {command.words}
          </Button>
        ))}
      <ActionIcon
        aria-label={t('rows.clear')}
        data-tip={`${t('rows.clear')} (Esc)`}
        onClick={props.onClear}
      >
        <IconX size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
