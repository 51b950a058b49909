import { Box, Group, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import type { MemberRef } from '@engawa/contracts';
import { type ReactNode, type Ref, Suspense, useDeferredValue, useRef, useState } from 'react';
import { useTexts } from '../../../shared/intl/messages';
import { useNarrow } from '../../../shared/layout/use-wide';
import { canSend, hasContent, type PostFormState, withMember } from './form-state';
import style from './form.module.css';
import { ComposerHints, PostFormFields, PostFormMembers, PostFormTools } from '../lazy-parts';
import type { HintsHandle } from './composer-hints';
import { MemoField } from './memo-field';
import type { ToolsHandle } from './post-form-parts';
import { sendKeys, takeSendKey } from './send-keys';
import { isTalkAhead } from './talk-time.rules';
import { timelineTexts } from '../timeline.messages';
import { useFileDrop } from './use-file-drop';
import { useUploads } from './use-uploads';
import { SubmitButton } from '../../../shared/form/submit-button';

/**
 * The form of a post. Its memo renders immediately and has the focus; the other fields follow after
 * the first paint, so that no input is lost meanwhile.
 */
export function PostForm(props: {
  form: PostFormState;
  onChange: (change: (form: PostFormState) => PostFormState) => void;
  onSend: () => void;
  onCancel?: () => void;
  recent?: readonly MemberRef[];
  /** Of the draft that keeps the form. */
  draftKey?: string;
  /** Words of the button; without them, a button elsewhere submits the form by its `id`. */
  action?: string;
  id?: string;
  busy?: boolean;
  /** Beside the button. */
  beside?: ReactNode;
  /** Whether the form stays open for the next post. */
  again?: boolean;
  onAgain?: (again: boolean) => void;
  handle?: Ref<{ focus: () => void }>;
  /** Shown again with what was typed before: the focus, and with it the page, stays where it is. */
  resumed?: boolean;
  /** Shown above the form, such as the current version after a stale edit. */
  notice?: ReactNode;
}) {
  const t = useTexts(timelineTexts);
  const [tried, setTried] = useState(false);
  /** The talk time rejected for being too far ahead. */
  const [ahead, setAhead] = useState<string | null>(null);
  const hints = useRef<HintsHandle>(null);
  const tools = useRef<ToolsHandle>(null);
  const { form } = props;
  const narrow = useNarrow();
  const onChange = useCallbackRef(props.onChange);
  const uploads = useUploads({
    attached: form.attachments,
    onAttached: (attachment) =>
      onChange((now) => ({ ...now, attachments: [...now.attachments, attachment] })),
    draftKey: props.draftKey,
  });
  const onFiles = useCallbackRef(uploads.add);
  const whole = useDeferredValue(true, false);
  const drop = useFileDrop(uploads.add);
  const send = () => {
    // A form that is empty because it was sent asks for nothing.
    setTried(!hasContent(form));
    if (isTalkAhead(form.talkedAt, Date.now())) {
      setAhead(form.talkedAt);
      return;
    }
    if (canSend(form) && !uploads.busy && !props.busy) props.onSend();
  };

  return (
    <form
      id={props.id}
      className={`${style.form} ${drop.over ? style.over : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (takeSendKey(event)) send();
      }}
      {...drop.handlers}
    >
      {props.notice}
      <Box mih={36}>
        <Suspense>
          {whole ? <PostFormMembers form={form} onChange={onChange} recent={props.recent} /> : null}
        </Suspense>
      </Box>
      <MemoField
        value={form.memo}
        onChange={(memo) => {
          // As the first letter, / opens the templates.
          if (memo === '/' && form.memo === '' && tools.current?.offerTemplates()) return;
          onChange((now) => ({ ...now, memo }));
        }}
        onEscape={props.onCancel}
        onFiles={uploads.add}
        label={t('timeline.memo')}
        placeholder={t('timeline.memo.placeholder')}
        autoFocus={!props.resumed}
        mentions
        onMember={(member) => onChange((now) => withMember(now, member))}
        onTab={() => hints.current?.accept() ?? false}
        onPutAway={() => hints.current?.putAway() ?? false}
        handle={props.handle}
      />
      <Suspense>
        {whole ? <ComposerHints form={form} onChange={onChange} handle={hints} /> : null}
      </Suspense>
      {tried && !hasContent(form) ? (
        <Text size="sm" c="var(--e-waiting)" role="alert">
          {t('timeline.empty.input')}
        </Text>
      ) : null}
      {ahead !== null && ahead === form.talkedAt ? (
        <Text size="sm" c="var(--e-waiting)" role="alert">
          {t('timeline.talkedAt.ahead')}
        </Text>
      ) : null}
      <Suspense>{whole ? <PostFormFields form={form} onChange={onChange} /> : null}</Suspense>
      <div className={style.foot}>
        <Suspense>
          {whole ? (
            <PostFormTools
              form={form}
              onChange={onChange}
              onFiles={onFiles}
              again={props.again}
              onAgain={props.onAgain}
              handle={tools}
            />
          ) : null}
        </Suspense>
        <Group className={style.end} gap={10} wrap="nowrap" ml="auto">
          <Text span size="xs" c="var(--e-faint)" aria-live="polite">
            {uploads.busy ? t('timeline.attach.busy') : null}
          </Text>
          {props.beside}
          {props.onAgain && !narrow ? (
            <Group component="label" gap={6} wrap="nowrap" fz="sm" c="dimmed">
              <input
                type="checkbox"
                checked={props.again}
                onChange={(event) => props.onAgain?.(event.currentTarget.checked)}
              />
              {t('timeline.again')}
            </Group>
          ) : null}
          {props.action ? (
            <SubmitButton busy={props.busy} data-tip={t('timeline.send.keys', { keys: sendKeys })}>
              {props.action}
            </SubmitButton>
          ) : null}
        </Group>
      </div>
    </form>
  );
}
