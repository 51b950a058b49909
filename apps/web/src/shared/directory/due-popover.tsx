import type { LazyMenuButton } from '../lazy/lazy-menu';
import { LazyPopover } from '../lazy/lazy-popover';
import { DueForm } from './due-form';

/** The form of a due date in a popover. */
export function DuePopover(props: {
  button: LazyMenuButton;
  dueAt: string | null;
  onChange: (dueAt: string | null) => void;
}) {
  const { dueAt } = props;
  return (
    <LazyPopover button={props.button} p="sm">
      {(close) => (
        <DueForm
          dueAt={dueAt}
          onDone={(next) => {
            close();
            if (next !== dueAt) props.onChange(next);
          }}
        />
      )}
    </LazyPopover>
  );
}
