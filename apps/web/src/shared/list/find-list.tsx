import '../theme/floating-sheets';
import { Combobox, Group, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { cloneElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import type { LazyMenuButton } from '../lazy/lazy-menu';
import { useProblemText } from '../problem/problem-text';
import { useFirstRow } from '../directory/use-found-members';

/** Chosen when nothing is. */
export const NONE = '';

/** The typed text and the state of a {@link FindList}, which is initially open. */
export function useFindList() {
  const [text, setText] = useState('');
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
    },
  });
  return { text, setText, combobox };
}

/** A list to choose from, as of a menu or filter, with its button and a field that finds entries. */
export function FindList(props: {
  list: ReturnType<typeof useFindList>;
  /** In pixels. */
  width: number;
  /** Label of the field. */
  search: string;
  /** Words of the choice of {@link NONE}, offered while the field is empty. */
  none?: string;
  chosen: readonly string[];
  /** Several can be chosen: the list stays open. */
  isMultiple?: boolean;
  options: readonly { id: string; word: ReactNode; disabled?: boolean }[];
  /** False while the options are still those of the text before. */
  isAnswered?: boolean;
  /** Why nothing could be found. */
  error?: unknown;
  onChange: (id: string) => void;
  button: LazyMenuButton;
}) {
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const { text, setText, combobox } = props.list;
  const { options, chosen, isAnswered = true, error } = props;
  const optionList = useRef<HTMLDivElement>(null);
  const { dropdownOpened, focusSearchInput } = combobox;
  useEffect(() => {
    if (!dropdownOpened) return undefined;
    if (!matchMedia('(pointer: coarse)').matches) {
      focusSearchInput();
      return undefined;
    }
    // On a touch screen the keyboard, which would cover the list, waits until the field is touched.
    const timer = setTimeout(() => optionList.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, [dropdownOpened, focusSearchInput]);
  const takeFirst = useFirstRow(combobox, { text, isAnswered, first: options[0]?.id });
  const option = (id: string, word: ReactNode, disabled = false) => (
    <Combobox.Option
      key={id}
      value={id}
      active={chosen.includes(id)}
      disabled={disabled}
      aria-checked={chosen.includes(id)}
    >
      <Group component="span" gap={8} wrap="nowrap" mih={26} fz="sm">
        {word}
        {chosen.includes(id) ? (
          <IconCheck
            size={16}
            stroke={1.5}
            style={{ flex: 'none', marginInlineStart: 'auto' }}
            aria-hidden="true"
          />
        ) : null}
      </Group>
    </Combobox.Option>
  );
  return (
    <Combobox
      store={combobox}
      width={props.width}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(id) => {
        props.onChange(id);
        if (props.isMultiple) setText('');
        else combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        {cloneElement(props.button, {
          'aria-haspopup': 'listbox',
          'aria-expanded': combobox.dropdownOpened,
          onClick: () => combobox.toggleDropdown(),
        })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            // It closes the list, and not the thread or dialog that the list belongs to.
            if (event.key === 'Escape') event.preventDefault();
            takeFirst(event);
          }}
          placeholder={props.search}
          aria-label={props.search}
        />
        <Combobox.Options
          ref={optionList}
          tabIndex={-1}
          mah={260}
          style={{ overflowY: 'auto', outline: 'none' }}
          aria-multiselectable={props.isMultiple}
        >
          {props.none && text === '' ? option(NONE, props.none) : null}
          {options.map(({ id, word, disabled }) => option(id, word, disabled))}
          {options.length === 0 && isAnswered && (error || text.trim() !== '') ? (
            <Combobox.Empty>{error ? problemText(error) : common('common.noMatch')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
