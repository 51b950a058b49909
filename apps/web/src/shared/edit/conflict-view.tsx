import '@mantine/core/styles/SimpleGrid.css';
import { Button, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import style from './conflict-view.module.css';
import { editTexts } from './edit.messages';
import { isSame } from './merge-form';
import type { EditConflict } from './unsaved-edits';

/**
 * Both versions of each field that two people changed, side by side. Choosing one puts it into the
 * form; the other stays visible until the form is saved.
 */
export function ConflictView<Fields extends object>(props: {
  conflict: EditConflict<Fields>;
  /** The form's fields. */
  fields: Fields;
  wordOf: (name: keyof Fields & string) => string;
  /** The value of a field as the reader knows it; by default its text. */
  show?: (name: keyof Fields & string, fields: Fields) => ReactNode;
  onChoose: (name: keyof Fields & string, side: 'mine' | 'theirs') => void;
  /** More ways to resolve a field, such as keeping both texts. */
  more?: (name: keyof Fields & string) => ReactNode;
}) {
  const t = useTexts(editTexts);
  const common = useTexts(commonTexts);
  const { conflict, fields, show } = props;
  const shown = (name: keyof Fields & string, from: Fields) =>
    (show ? show(name, from) : String(from[name] ?? '')) || common('common.none');
  return (
    <Stack
      gap={12}
      p="12px 14px"
      bdrs="var(--e-radius-control)"
      bg="var(--e-progress-soft)"
      role="alert"
    >
      <Text size="sm" lh={1.65}>
        {t('edit.conflict')}
      </Text>
      {conflict.names.map((name) => {
        const field = props.wordOf(name);
        const side = (which: 'mine' | 'theirs') => {
          const chosen = isSame(fields[name], conflict[which][name]);
          return (
            <div className={style.side} data-chosen={chosen || undefined}>
              <Text component="h4" size="xs" fw={600} c="dimmed">
                {t(`edit.conflict.${which}`)}
              </Text>
              <div className={style.value}>{shown(name, conflict[which])}</div>
              <Button
                size="compact-sm"
                variant={chosen ? 'light' : 'default'}
                aria-pressed={chosen}
                onClick={() => props.onChoose(name, which)}
              >
                {t(which === 'mine' ? 'edit.conflict.keep' : 'edit.conflict.take')}
              </Button>
            </div>
          );
        };
        return (
          <section key={name} aria-label={t('edit.conflict.field', { field })}>
            <Text component="h3" size="xs" fw={600} mb={6}>
              {field}
            </Text>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={8}>
              {side('mine')}
              {side('theirs')}
            </SimpleGrid>
            {props.more?.(name)}
          </section>
        );
      })}
    </Stack>
  );
}
