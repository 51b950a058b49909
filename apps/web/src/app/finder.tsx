import '../shared/theme/floating-sheets';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Paper.css';
import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { commonTexts } from '../shared/intl/common.messages';
import { useTexts } from '../shared/intl/messages';
import type { Choosable, Choosing } from '../shared/menu/chooser.store';
import { isComposing } from '../shared/form/composing';
import style from './palette.module.css';

const LIST_ID = 'palette-list';
const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

export type Entry = Choosable & { mark?: ReactNode };

export interface Group {
  name: string;
  entries: Entry[];
}

/**
 * A search field over a list that is operated by keyboard: the palette and the choosers of rows.
 */
export function Finder(props: {
  title: string;
  query: string;
  onQuery: (query: string) => void;
  groups: readonly Group[];
  onClose: () => void;
}) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': props.title } }}
      padding={0}
      size={600}
      // The field stays in place while the list gets shorter.
      centered={false}
      yOffset="12vh"
      transitionProps={{ duration: 100 }}
    >
      <FinderList {...props} />
    </Modal>
  );
}

/** A list of choices, such as the statuses for the selected tasks. */
export function Chooser({ asked, onClose }: { asked: Choosing; onClose: () => void }) {
  const [query, setQuery] = useState('');
  return (
    <Finder
      title={asked.title}
      query={query}
      onQuery={setQuery}
      groups={[{ name: '', entries: [...asked.choices(query)] }]}
      onClose={onClose}
    />
  );
}

function FinderList({ title, query, onQuery, groups, onClose }: Parameters<typeof Finder>[0]) {
  const common = useTexts(commonTexts);
  const combobox = useCombobox({ opened: true });
  /** Id of the marked row for screen readers; the focus stays in the field. */
  const [active, setActive] = useState<string | null>(null);
  const entries = groups.flatMap((group) => group.entries);
  const { selectFirstOption } = combobox;
  const shown = entries.map(({ id }) => id).join(' ');
  // Enter takes the first row, which is marked from the start and whenever the results change.
  useEffect(() => {
    setActive(selectFirstOption());
    // Only what is listed asks for this.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shown]);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Confirming an IME conversion opens nothing.
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') setActive(combobox.selectNextOption());
    else if (event.key === 'ArrowUp') setActive(combobox.selectPreviousOption());
    else if (event.key === 'Enter') combobox.clickSelectedOption();
    else return;
    event.preventDefault();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onClose();
        entries.find((entry) => entry.id === id)?.run();
      }}
    >
      <Combobox.EventsTarget withKeyboardNavigation={false} withAriaAttributes={false}>
        <TextInput
          classNames={{ input: style.input }}
          size="lg"
          variant="unstyled"
          data-autofocus
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={LIST_ID}
          aria-activedescendant={active ?? undefined}
          aria-label={title}
          placeholder={title}
          value={query}
          leftSection={<IconSearch {...icon} />}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={press}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={LIST_ID} className={style.list} aria-label={title}>
        {groups.map((group) => (
          <Combobox.Group key={group.name} label={group.name}>
            {group.entries.map((entry) => (
              <Combobox.Option key={entry.id} value={entry.id} className={style.option}>
                {entry.mark ? <span className={style.mark}>{entry.mark}</span> : null}
                <span className={`engawa-cut ${style.words}`}>{entry.words}</span>
                {entry.more ? <small className="engawa-cut">{entry.more}</small> : null}
                {entry.current ? (
                  <IconCheck
                    size={18}
                    stroke={1.75}
                    role="img"
                    aria-label={common('common.chosen')}
                  />
                ) : null}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}
