import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/intl/messages';
import { customFieldTexts } from './custom-fields.messages';
import type { ChoiceLine } from './custom-fields.rules';

/** The choices of a field, each in a line of its own: renaming one never takes another's place. */
export function ChoiceRows(props: {
  lines: readonly ChoiceLine[];
  onChange: (lines: ChoiceLine[]) => void;
}) {
  const t = useTexts(customFieldTexts);
  const { lines, onChange } = props;
  const [added, setAdded] = useState<number | null>(null);
  return (
    <Stack component="fieldset" gap="xs" align="flex-start">
      <legend>{t('customFields.choices.edit')}</legend>
      <small>{t('customFields.choices.help')}</small>
      {lines.map((line, place) => (
        // A new line has no id; its place is its identity while nobody else moves lines.
        <Group key={line.id ?? `new-${place}`} gap={4} wrap="nowrap" w="min(100%, 360px)">
          <TextInput
            flex={1}
            aria-label={t('customFields.choice', { place: place + 1 })}
            value={line.name}
            maxLength={50}
            autoFocus={place === added}
            onChange={(event) => {
              const name = event.currentTarget.value;
              onChange(lines.map((one, at) => (at === place ? { ...one, name } : one)));
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('customFields.choice.remove', { name: line.name })}
            onClick={() => onChange(lines.filter((_, at) => at !== place))}
          >
            <IconX size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => {
          setAdded(lines.length);
          onChange([...lines, { name: '' }]);
        }}
      >
        {t('customFields.choice.add')}
      </Button>
    </Stack>
  );
}
