import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Paper.css';
import type { TaskFilter } from '@engawa/contracts';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { problemFrom } from '../../shared/problem/api-problem';
import { useProblemText } from '../../shared/problem/problem-text';
import { isComposing } from '../../shared/ui/composing';
import { showToast } from '../../shared/ui/toast.store';
import { useChangeTaskFilterMutation, useSaveTaskFilterMutation } from './task-filters.api';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';

const LONGEST_NAME = 50;

/** Asks for the name of a new filter, or of one that is there. */
export function FilterDialog(props: {
  /** The one to rename; null for a new one. */
  filter: TaskFilter | null;
  criteria: TaskFilter['criteria'];
  onClose: () => void;
  onSaved: (filter: TaskFilter) => void;
}) {
  const say = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [name, setName] = useState(props.filter?.displayName ?? '');
  // Tried again under the same name, it is the same request.
  const [tried, setTried] = useState({ name: '', key: '' });
  const [problem, setProblem] = useState<{ name: string; text: string } | null>(null);
  const [save, saving] = useSaveTaskFilterMutation();
  const [change, changing] = useChangeTaskFilterMutation();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const displayName = name.trim();
    if (displayName === '') {
      setProblem({ name, text: say('tasks.saved.name.missing') });
      return;
    }
    const key = tried.name === displayName ? tried.key : crypto.randomUUID();
    setTried({ name: displayName, key });
    try {
      const saved = props.filter
        ? await change({ filter: props.filter, change: { displayName } }).unwrap()
        : await save({ key, displayName, criteria: props.criteria }).unwrap();
      showToast(say('tasks.saved.done', { name: saved.displayName }));
      props.onSaved(saved);
    } catch (error) {
      const text =
        problemFrom(error).code === 'tasks.filter.name-taken'
          ? say('tasks.saved.name.taken', { name: displayName })
          : problemText(error);
      setProblem({ name, text });
    }
  };

  return (
    <Modal
      opened
      onClose={props.onClose}
      size="sm"
      title={say(props.filter ? 'tasks.saved.rename' : 'tasks.saved.new')}
      closeButtonProps={{ 'aria-label': common('common.close') }}
    >
      <form className={style.dialog} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={say('tasks.saved.name')}
          placeholder={say('tasks.saved.name.example')}
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
