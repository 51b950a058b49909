import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useProblemText } from '../problem/problem-text';
import { isComposing } from './composing';
import { FormDialog } from './form-dialog';

const LONGEST_NAME = 50;

/** Asks for a name, new or changed. */
export function NameDialog(props: {
  title: string;
  label: string;
  example: string;
  /** Error for an empty name. */
  missing: string;
  /** The current name; empty for something new. */
  name: string;
  /** Rejects with the problem; `key` stays the same while the same name is retried. */
  onSave: (displayName: string, key: string) => Promise<void>;
  /** Text of a rejection, if the server's is not the best. */
  refusal?: (error: unknown, displayName: string) => string | null;
  onClose: () => void;
}) {
  const problemText = useProblemText();
  const [name, setName] = useState(props.name);
  // Retrying the same name is the same request.
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
          // Confirming an IME conversion saves nothing.
          if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
        }}
      />
    </FormDialog>
  );
}
