import type { Staff } from '@engawa/contracts';
import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { StaffFace } from '../../../shared/directory/person-face';
import { matchingStaff } from '../../../shared/directory/matching-staff';
import { useTexts } from '../../../shared/intl/messages';
import { isComposing, isSendKey } from '../../../shared/ui/composing';
import { LONGEST_MEMO } from './form-state';
import style from './memo-field.module.css';
import { completeMention, openMention, type OpenMention } from './mention';
import { timelineTexts } from '../timeline.messages';

/**
 * Field of a memo. Grows with its text; Ctrl or ⌘ with Enter sends, Enter alone never; `@` offers
 * `staffs`, if given.
 */
export function MemoField(props: {
  value: string;
  onChange: (value: string) => void;
  onSend: () => void;
  onEscape?: () => void;
  onFiles?: (files: File[]) => void;
  label: string;
  placeholder: string;
  small?: boolean;
  autoFocus?: boolean;
  staffs?: readonly Staff[];
  handle?: Ref<{ focus: () => void }>;
  /** Takes what is offered under the field; false where nothing is, and Tab goes on. */
  onTab?: () => boolean;
  /** Puts away what is offered; false where nothing is. */
  onPutAway?: () => boolean;
}) {
  const say = useTexts(timelineTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [open, setOpen] = useState<OpenMention | null>(null);
  const [active, setActive] = useState(0);
  const { autoFocus } = props;
  useLayoutEffect(() => {
    // Browsers put the caret before existing text.
    if (autoFocus && field.current)
      field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [autoFocus]);
  useImperativeHandle(props.handle, () => ({ focus: () => field.current?.focus() }), []);

  const found = open && props.staffs ? matchingStaff(props.staffs, open.query).slice(0, 8) : [];
  const listed = found.length > 0;
  const chosen = found[Math.min(active, found.length - 1)];

  const isTooLong = props.value.length > LONGEST_MEMO;
  const look = (text: string) => {
    if (!props.staffs) return;
    setOpen(openMention(text, field.current?.selectionStart ?? text.length));
    setActive(0);
  };
  const choose = (staff: Staff) => {
    if (!open) return;
    const { text, caret } = completeMention(props.value, open, staff.displayName);
    props.onChange(text);
    setOpen(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return;
    if (isSendKey(event)) {
      event.preventDefault();
      props.onSend();
      return;
    }
    if (listed) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        setActive((now) => (now + step + found.length) % found.length);
        return;
      }
      if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
        event.preventDefault();
        choose(chosen);
        return;
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        setOpen(null);
        return;
      }
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
    } else props.onEscape?.();
  };

  return (
    <div className={style.wrap}>
      {listed ? (
        <ul
          id={listId}
          className={style.list}
          role="listbox"
          aria-label={say('timeline.mention.list')}
        >
          {found.map((staff) => (
            <li
              key={staff.id}
              id={`${listId}-${staff.id}`}
              role="option"
              aria-selected={staff === chosen}
              className={style.item}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(staff);
              }}
            >
              <StaffFace staff={staff} size={24} />
              {staff.displayName}
            </li>
          ))}
        </ul>
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
        role={props.staffs ? 'combobox' : undefined}
        aria-expanded={props.staffs ? listed : undefined}
        aria-controls={listed ? listId : undefined}
        aria-activedescendant={listed && chosen ? `${listId}-${chosen.id}` : undefined}
        aria-autocomplete={props.staffs ? 'list' : undefined}
        onChange={(event) => {
          props.onChange(event.currentTarget.value);
          look(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(null)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length > 0 && props.onFiles) {
            event.preventDefault();
            props.onFiles(files);
          }
        }}
      />
      {isTooLong ? (
        <p className={style.long} role="alert">
          {say('timeline.memo.long', { most: LONGEST_MEMO, count: props.value.length })}
        </p>
      ) : null}
    </div>
  );
}
