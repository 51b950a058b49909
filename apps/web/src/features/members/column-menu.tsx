import '../../shared/theme/floating-sheets';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { memberTexts } from './members.messages';
import type { ColumnId } from './members.rules';

/** Chooses the columns of the table. */
export function ColumnMenu(props: {
  all: readonly ColumnId[];
  shown: readonly ColumnId[];
  wordOf: (column: ColumnId) => string;
  onChange: (columns: ColumnId[]) => void;
}) {
  const t = useTexts(memberTexts);
  const [isOpen, setOpen] = useState(false);
  const { all, shown, wordOf, onChange } = props;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={18} stroke={1.5} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setOpen(!isOpen)}
        >
          {t('members.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack component="fieldset" gap={8} mah="60vh" style={{ overflowY: 'auto' }}>
          <legend className="engawa-unseen">{t('members.columns.legend')}</legend>
          {all.map((column) => (
            <Checkbox
              key={column}
              label={wordOf(column)}
              checked={shown.includes(column)}
              onChange={(event) => {
                const isShown = event.currentTarget.checked;
                onChange(all.filter((one) => (one === column ? isShown : shown.includes(one))));
              }}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
