import { Box, Text } from '@mantine/core';
import type { MemberRef } from '@engawa/contracts';
import {
  type KeyboardEvent,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../../../shared/intl/messages';
import { isComposing, isSendKey } from '../../../shared/form/composing';
import { MAX_MEMO_LENGTH } from './form-state';
import { MentionList } from '../lazy-parts';
import style from './memo-field.module.css';
import { openMention, replaceMention, type OpenMention } from './mention';
import type { MentionKeys } from './mention-list';
import { timelineTexts } from '../timeline.messages';

/**
 * Field of a memo. Grows with its text; Enter never sends, and with Ctrl or ⌘ it is the form's; `@`
 * offers staff and members, if they can be mentioned.
 */
export function MemoField(props: {
  value: string;
  onChange: (value: string) => void;
  onEscape?: () => void;
  onFiles?: (files: File[]) => void;
  label: string;
  placeholder: string;
  small?: boolean;
  autoFocus?: boolean;
  mentions?: boolean;
  /** A member was chosen after `@`; the name is in the text. */
  onMember?: (member: MemberRef) => void;
  handle?: Ref<{ focus: () => void }>;
  /**
   * Applies the suggestion below the field; returns false if there is none, and Tab moves the
   * focus.
   */
  onTab?: () => boolean;
  /** Hides the suggestions; returns false if there are none. */
  onPutAway?: () => boolean;
}) {
  const t = useTexts(timelineTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [open, setOpen] = useState<OpenMention | null>(null);
  /** The element of the suggested person that Enter selects. */
  const [activeId, setActiveId] = useState<string | null>(null);
  const list = useRef<MentionKeys>(null);
  /** Where the caret goes once a mention is in the text. */
  const nextCaret = useRef<number | null>(null);
  // Before the next key: set later, the caret would jump in front of what was typed meanwhile.
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  const { autoFocus } = props;
  useLayoutEffect(() => {
    // Browsers put the caret before existing text.
    if (autoFocus && field.current)
      field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [autoFocus]);
  useImperativeHandle(props.handle, () => ({ focus: () => field.current?.focus() }), []);

  const listed = open !== null && activeId !== null;

  const isTooLong = props.value.length > MAX_MEMO_LENGTH;
  const look = (text: string) => {
    if (props.mentions) setOpen(openMention(text, field.current?.selectionStart ?? text.length));
  };
  const write = (name: string) => {
    if (!open) return;
    const { text, caret } = replaceMention(props.value, open, name);
    nextCaret.current = caret;
    props.onChange(text);
    setOpen(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event) || isSendKey(event)) return;
    if (listed && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(null);
      return;
    }
    if (listed && list.current?.press(event.key)) {
      event.preventDefault();
      return;
    }
    const plainTab = event.key === 'Tab' && !event.shiftKey && !event.altKey && !event.ctrlKey;
    if (plainTab && props.onTab?.()) {
      event.preventDefault();
      return;
    }
    if (event.key !== 'Escape') return;
    if (props.onPutAway?.()) {
      event.preventDefault();
      event.stopPropagation();
    } else if (props.onEscape) {
      // What the field is in, such as a thread, stays open.
      event.preventDefault();
      props.onEscape();
    }
  };

  return (
    <Box pos="relative">
      {open ? (
        <Suspense fallback={null}>
          <MentionList
            id={listId}
            query={open.query}
            handle={list}
            onActive={setActiveId}
            onStaff={({ displayName }) => write(`@${displayName} `)}
            onMember={(member, name) => {
              write(name);
              props.onMember?.(member);
            }}
          />
        </Suspense>
      ) : null}
      <textarea
        ref={field}
        className={`${style.field} ${props.small ? style.small : ''}`}
        value={props.value}
        aria-label={props.label}
        aria-invalid={isTooLong || undefined}
        placeholder={props.placeholder}
        rows={props.small ? 1 : 3}
        autoFocus={props.autoFocus}
        role={props.mentions ? 'combobox' : undefined}
        aria-expanded={props.mentions ? listed : undefined}
        aria-controls={listed ? listId : undefined}
        aria-activedescendant={listed ? activeId : undefined}
        aria-autocomplete={props.mentions ? 'list' : undefined}
        onChange={(event) => {
          props.onChange(event.currentTarget.value);
          look(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(null)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          // Office programs add a picture of the text. A file may come with its name, as plain text alone.
          const { types } = event.clipboardData;
          const isText = types.includes('text/html') && types.includes('text/plain');
          if (files.length > 0 && !isText && props.onFiles) {
            event.preventDefault();
            props.onFiles(files);
          }
        }}
      />
      {isTooLong ? (
        <Text size="sm" c="var(--e-waiting)" mt={4} mb={8} role="alert">
          {t('timeline.memo.long', { most: MAX_MEMO_LENGTH, count: props.value.length })}
        </Text>
      ) : null}
    </Box>
  );
}
