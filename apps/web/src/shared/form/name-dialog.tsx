import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { EditConflicts } from '../edit/edit-conflicts';
import { useSafeEdit } from '../edit/use-safe-edit';
import { useMounted } from '../layout/use-mounted';
import { useProblemText } from '../problem/problem-text';
import { isComposing } from './composing';
import { FormDialog } from './form-dialog';

const MAX_NAME_LENGTH = 50;

interface Named {
  readonly version: number;
  readonly displayName: string;
}

/** Asks for a name, new or changed; both versions are shown after somebody else renamed it. */
export function NameDialog<Thing extends Named>(props: {
  title: string;
  label: string;
  example: string;
  /** Error for an empty name. */
  missing: string;
  /** What is renamed; null for something new. */
  thing: Thing | null;
  /**
   * Rejects with the problem; `key` stays the same while the same name is retried. `base` is the
   * version of the thing to change.
   */
  onSave: (displayName: string, key: string, base: Thing | null) => Promise<Thing>;
  /** Called unless the dialog was left before the answer. */
  onSaved: (saved: Thing) => void;
  /** Text of a rejection, if the server's is not the best. */
  refusal?: (error: unknown, displayName: string) => string | null;
  onClose: () => void;
}) {
  const problemText = useProblemText();
  const [problem, setProblem] = useState<{ name: string; text: string } | null>(null);
  const isMounted = useMounted();
  const saved = useRef<Thing>(undefined);
  const edit = useSafeEdit({
    thing: props.thing,
    fieldsOf: (thing: Thing | null) => ({ name: thing?.displayName ?? '' }),
    changesAdded: true,
    send: async (fields, base, key) => {
      saved.current = await props.onSave(fields.name.trim(), key, base);
      return saved.current;
    },
  });
  const { name } = edit.fields;

  const submit = async () => {
    const displayName = name.trim();
    if (displayName === '') {
      setProblem({ name, text: props.missing });
      return;
    }
    const { done, error } = await edit.save();
    if (done && saved.current && isMounted()) props.onSaved(saved.current);
    if (!error) return;
    setProblem({ name, text: props.refusal?.(error, displayName) ?? problemText(error) });
  };

  return (
    <FormDialog
      title={props.title}
      size={400}
      busy={edit.busy}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <TextInput
        label={props.label}
        placeholder={props.example}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        data-autofocus
        error={problem?.name === name ? problem.text : null}
        onChange={(event) => edit.setFields({ name: event.currentTarget.value })}
        onKeyDown={(event) => {
          // Confirming an IME conversion saves nothing.
          if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
        }}
      />
      <EditConflicts edit={edit} wordOf={() => props.label} />
    </FormDialog>
  );
}
