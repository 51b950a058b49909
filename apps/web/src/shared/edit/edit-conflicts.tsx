import type { ReactNode } from 'react';
import { ConflictView } from './conflict-view';
import type { SafeEdit } from './use-safe-edit';

/** The fields of a form that somebody else changed meanwhile; nothing without a conflict. */
export function EditConflicts<Fields extends object>(props: {
  edit: Pick<SafeEdit<Fields>, 'conflict' | 'fields' | 'choose'>;
  wordOf: (name: keyof Fields & string) => string;
  /** The value of a field as the reader knows it; by default its text. */
  show?: (name: keyof Fields & string, fields: Fields) => ReactNode;
}) {
  const { conflict, fields, choose } = props.edit;
  if (!conflict) return null;
  return (
    <ConflictView
      conflict={conflict}
      fields={fields}
      wordOf={props.wordOf}
      show={props.show}
      onChoose={choose}
    />
  );
}
