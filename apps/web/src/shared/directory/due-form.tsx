import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { fromLocalField, toLocalField } from '../intl/dates';
import { useTexts } from '../intl/messages';
import style from './due.module.css';
import { dueFormTexts } from './due-form.messages';
import { duePresets } from './due.rules';

/** Chooses a due date: a preset, a date and time, or none. */
export function DueForm(props: { dueAt: string | null; onDone: (dueAt: string | null) => void }) {
  const t = useTexts(dueFormTexts);
  const intl = useIntl();
  const [presets] = useState(() => duePresets(intl, Date.now()));
  const [text, setText] = useState(() => {
    const start = props.dueAt ?? presets.find(({ name }) => name === 'tomorrow')?.dueAt;
    return start ? toLocalField(intl, start) : '';
  });
  const chosen = fromLocalField(intl, text);
  return (
    <form
      className={style.form}
      aria-label={t('due.form')}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (chosen) props.onDone(chosen);
      }}
    >
      <Group gap={6}>
        {presets.map(({ name, dueAt }) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            onClick={() => props.onDone(dueAt)}
          >
            {t(`due.form.${name}`)}
          </Button>
        ))}
      </Group>
      <TextInput
        type="datetime-local"
        label={t('due.form.at')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Group gap={6}>
        {props.dueAt === null ? null : (
          <Button variant="subtle" size="compact-sm" onClick={() => props.onDone(null)}>
            {t('due.form.clear')}
          </Button>
        )}
        <Button type="submit" size="compact-sm" disabled={!chosen} ml="auto">
          {t('due.form.set')}
        </Button>
      </Group>
    </form>
  );
}
