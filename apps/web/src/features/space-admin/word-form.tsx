import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import style from './space-admin.module.css';

/** One line of fields that adds a word, or changes one where it can be cancelled. */
export function WordForm(props: {
  ready: boolean;
  busy: boolean;
  onSubmit: () => Promise<void>;
  onCancel?: () => void;
  /** Below the line. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const common = useTexts(commonTexts);
  const { ready, onCancel } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void props.onSubmit();
  };
  return (
    <form
      className={style.block}
      onSubmit={submit}
      onKeyDown={(event) => {
        // Escape also ends the composing of Japanese, which is not meant for the form.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel?.();
      }}
    >
      <div className={style.line}>
        {props.children}
        {onCancel ? (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {common('common.cancel')}
          </Button>
        ) : null}
        <Button
          type="submit"
          variant={onCancel ? 'filled' : 'default'}
          loading={props.busy}
          disabled={!ready}
        >
          {common(onCancel ? 'common.save' : 'common.add')}
        </Button>
      </div>
      {props.more}
    </form>
  );
}
