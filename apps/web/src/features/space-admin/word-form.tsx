import { Button, Group } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { SubmitButton } from '../../shared/form/submit-button';
import layout from '../../shared/layout/common.module.css';
import { useNarrow } from '../../shared/layout/use-wide';
import style from './space-admin.module.css';

/** A single-line form that adds a word, or changes one with cancel; on a phone two buttons go below it. */
export function WordForm(props: {
  ready: boolean;
  busy: boolean;
  onSubmit: () => Promise<void>;
  onCancel?: () => void;
  /** Content below the line. */
  more?: ReactNode;
  /** The content below is part of what is filled in: the buttons follow it. */
  long?: boolean;
  children: ReactNode;
}) {
  const common = useTexts(commonTexts);
  const narrow = useNarrow();
  const { ready, onCancel } = props;
  const below = props.long || (narrow && onCancel !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void props.onSubmit();
  };
  const buttons = (
    <>
      {onCancel ? (
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {common('common.cancel')}
        </Button>
      ) : null}
      <SubmitButton variant={onCancel ? 'filled' : 'default'} busy={props.busy} disabled={!ready}>
        {common(onCancel ? 'common.save' : 'common.add')}
      </SubmitButton>
    </>
  );
  return (
    <form
      className={layout.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        // Escape also cancels an IME composition, which is not meant for the form.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel?.();
      }}
    >
      <Group gap="xs" align="flex-start">
        <Group gap="xs" align="flex-start" flex={1} className={style.fields}>
          {props.children}
        </Group>
        {below ? null : buttons}
      </Group>
      {props.more}
      {below ? <Group gap="xs">{buttons}</Group> : null}
    </form>
  );
}
