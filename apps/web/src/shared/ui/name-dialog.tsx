import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useProblemText } from '../problem/problem-text';
import { isComposing } from './composing';
import { FormDialog } from './form-dialog';

const LONGEST_NAME = 50;

/** Asks for the name under which something is kept, or for another one. */
export function NameDialog(props: {
  title: string;
  label: string;
  example: string;
  /** Said when nothing was typed. */
  missing: string;
  /** The name that it has; empty for something new. */
  name: string;
  /** Rejects with the server's word; `key` stays as long as the same name is tried again. */
  onSave: (displayName: string, key: string) => Promise<void>;
  /** What a refusal says of the name, where the server's own words are not the best. */
  refusal?: (error: unknown, displayName: string) => string | null;
  onClose: () => void;
}) {
  const problemText = useProblemText();
  const [name, setName] = useState(props.name);
  // Tried again under the same name, it is the same request.
  const [tried, setTried] = useState({ name: '', key: '' });
  const [problem, setProblem] = useState<{ name: string; text: string } | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const displayName = name.trim();
    if (displayName === '') {
      setProblem({ name, text: props.missing });
      return;
    }
    const key = tried.name === displayName ? tried.key : crypto.randomUUID();
    setTried({ name: displayName, key });
    setBusy(true);
    try {
      await props.onSave(displayName, key);
    } catch (error) {
      setProblem({ name, text: props.refusal?.(error, displayName) ?? problemText(error) });
    }
    setBusy(false);
  };

  return (
    <FormDialog
      title={props.title}
      size={400}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <TextInput
        label={props.label}
        placeholder={props.example}
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
    </FormDialog>
  );
}
