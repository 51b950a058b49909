import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Paper.css';
import { Modal, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { commonTexts } from '../shared/intl/common.messages';
import { useTexts } from '../shared/intl/messages';
import type { Choosable, Choosing } from '../shared/menu/chooser.store';
import { Note } from '../shared/display/note';
import { useProblemText } from '../shared/problem/problem-text';
import { useFocusReturn } from '../shared/layout/use-focus-return';
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
  /** False while the rows are still those of the query before: Enter waits. */
  isFirstKnown?: boolean;
  /** Why the rows are not all that there are. */
  error?: unknown;
  onClose: () => void;
}) {
  useFocusReturn();
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

function FinderList(props: Parameters<typeof Finder>[0]) {
  const { title, query, onQuery, groups, isFirstKnown = true, error, onClose } = props;
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const entries = groups.flatMap((group) => group.entries);
  const shown = entries.map(({ id }) => id).join(' ');
  const [marked, setMarked] = useState({ shown, id: '' });
  // Enter takes the first row, which is marked from the start and whenever the results change.
  const chosen = marked.shown === shown ? entries.find(({ id }) => id === marked.id) : undefined;
  const active = chosen ?? entries[0];
  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  // The query for which Enter was pressed before its first row was known.
  const [waitsFor, setWaitsFor] = useState<string | null>(null);
  const takeFirst = useCallbackRef(() => active && run(active));
  useEffect(() => {
    if (isFirstKnown && waitsFor === query) takeFirst();
  }, [isFirstKnown, waitsFor, query, takeFirst]);
  const mark = (step: number) => {
    if (!active) return;
    const next = entries.at((entries.indexOf(active) + step) % entries.length)!;
    setMarked({ shown, id: next.id });
    document.getElementById(rowId(next.id))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Confirming an IME conversion opens nothing.
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') mark(1);
    else if (event.key === 'ArrowUp') mark(-1);
    else if (event.key === 'Enter') {
      if (!chosen && !isFirstKnown) setWaitsFor(query);
      else if (active) run(active);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        classNames={{ input: style.input }}
        size="lg"
        variant="unstyled"
        // In the frame in which it shows; the dialog would focus it later.
        autoFocus
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={LIST_ID}
        // The focus stays in the field.
        aria-activedescendant={active && rowId(active.id)}
        aria-label={title}
        placeholder={title}
        value={query}
        leftSection={<IconSearch {...icon} />}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div id={LIST_ID} role="listbox" className={style.list} aria-label={title}>
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name || undefined}>
            {group.name ? (
              <div className={style.group} aria-hidden="true">
                {group.name}
              </div>
            ) : null}
            {group.entries.map((entry) => (
              // The keyboard is handled in the field.
              <div
                key={entry.id}
                id={rowId(entry.id)}
                role="option"
                aria-selected={entry === active}
                className={style.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(entry)}
              >
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
              </div>
            ))}
          </div>
        ))}
        {error ? (
          <Note role="alert" p="6px 10px">
            {problemText(error)}
          </Note>
        ) : null}
      </div>
    </>
  );
}

const rowId = (id: string) => `palette-${id}`;
