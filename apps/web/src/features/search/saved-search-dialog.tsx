import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import type { SavedSearch } from '@engawa/contracts';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { isComposing } from '../../shared/ui/composing';
import { showToast } from '../../shared/ui/toast.store';
import { useChangeSavedSearchMutation, useSaveSearchMutation } from './search.api';
import { searchTexts } from './search.messages';
import style from './search.module.css';

const LONGEST_NAME = 50;

/** Asks for the name of a search that is saved, or of one that is there. */
export function SavedSearchDialog(props: {
  /** The one to rename; null for a new one. */
  search: SavedSearch | null;
  criteria: SavedSearch['criteria'];
  onClose: () => void;
  onSaved: (search: SavedSearch) => void;
}) {
  const say = useTexts(searchTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [name, setName] = useState(props.search?.displayName ?? '');
  // Tried again under the same name, it is the same request.
  const [tried, setTried] = useState({ name: '', key: '' });
  const [problem, setProblem] = useState<{ name: string; text: string } | null>(null);
  const [save, saving] = useSaveSearchMutation();
  const [change, changing] = useChangeSavedSearchMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const displayName = name.trim();
    if (displayName === '') {
      setProblem({ name, text: say('search.saved.name.missing') });
      return;
    }
    const key = tried.name === displayName ? tried.key : crypto.randomUUID();
    setTried({ name: displayName, key });
    try {
      const saved = props.search
        ? await change({ search: props.search, change: { displayName } }).unwrap()
        : await save({ key, displayName, criteria: props.criteria }).unwrap();
      showToast(say('search.saved.done', { name: saved.displayName }));
      props.onSaved(saved);
    } catch (error) {
      setProblem({ name, text: problemText(error) });
    }
  };

  return (
    <Modal
      opened
      onClose={props.onClose}
      size="sm"
      title={say(props.search ? 'search.saved.rename' : 'search.saved.new')}
      closeButtonProps={{ 'aria-label': common('common.close') }}
    >
      <form className={style.dialog} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={say('search.saved.name')}
          placeholder={say('search.saved.name.example')}
          value={name}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          data-autofocus
          error={problem?.name === name ? problem.text : null}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Taking a conversion saves nothing.
            if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
          }}
        />
        <div className={style.dialogButtons}>
          <Button variant="default" onClick={props.onClose}>
            {common('common.cancel')}
          </Button>
          <Button type="submit" loading={saving.isLoading || changing.isLoading}>
            {common('common.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
