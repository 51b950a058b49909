import '../theme/floating-sheets';
import { Combobox, Group, Text, useCombobox } from '@mantine/core';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { commonTexts } from '../intl/common.messages';
import { useTexts } from '../intl/messages';
import { useProblemText } from '../problem/problem-text';
import { useFirstRow } from './use-found-members';

/** Chosen when nobody is. */
export const NOBODY = '';

/** The typed text and the state of a {@link PersonList}, which is initially open. */
export function usePersonList() {
  const [text, setText] = useState('');
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setText('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const { focusSearchInput } = combobox;
  useEffect(() => focusSearchInput(), [focusSearchInput]);
  return { text, setText, combobox };
}

/** The list of people of a menu or filter, with its button and a field to find them. */
export function PersonList(props: {
  list: ReturnType<typeof usePersonList>;
  /** In pixels. */
  width: number;
  /** Label of the field. */
  search: string;
  /** Words of the choice of nobody, offered while the field is empty. */
  nobody?: string;
  /** Id of the chosen person, or {@link NOBODY}. */
  value: string;
  people: readonly { id: string; name: string; face: ReactNode }[];
  /** False while the people are still those of the text before. */
  isAnswered?: boolean;
  /** Why nobody could be found. */
  error?: unknown;
  onChange: (id: string) => void;
  button: (open: () => void) => ReactElement;
}) {
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const { text, setText, combobox } = props.list;
  const { people, isAnswered = true, error } = props;
  const takeFirst = useFirstRow(combobox, { text, isAnswered, first: people[0]?.id });
  return (
    <Combobox
      store={combobox}
      width={props.width}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(id) => {
        props.onChange(id);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        {props.button(() => combobox.toggleDropdown())}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={takeFirst}
          placeholder={props.search}
          aria-label={props.search}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {props.nobody && text === '' ? (
            <Combobox.Option value={NOBODY} active={props.value === NOBODY}>
              <Group component="span" mih={26} fz="sm">
                {props.nobody}
              </Group>
            </Combobox.Option>
          ) : null}
          {people.map(({ id, name, face }) => (
            <Combobox.Option key={id} value={id} active={props.value === id}>
              <Group component="span" gap={8} wrap="nowrap" mih={26} fz="sm">
                {face}
                <Text span truncate inherit miw={0}>
                  {name}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
          {people.length === 0 && isAnswered && (error || text.trim() !== '') ? (
            <Combobox.Empty>
              {error ? problemText(error) : common('common.nobodyFound')}
            </Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
