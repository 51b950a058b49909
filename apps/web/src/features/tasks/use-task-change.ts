import type { Task, UpdateTaskInput } from '@engawa/contracts';
import { currentOf } from '../../shared/edit/current-of';
import { showFailure } from '../../shared/feedback/toast.store';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { useProblemText } from '../../shared/problem/problem-text';
import { rowOf } from '../../shared/rows/row-element';
import { useUpdateTaskMutation } from './task-changes.api';
import { taskTexts } from './tasks.messages';

/** Changes a task; a rejection says what somebody else changed first. */
export function useTaskChange(): (task: Task, change: UpdateTaskInput) => void {
  const t = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const problemText = useProblemText();
  const [update] = useUpdateTaskMutation();
  return (task, change) => {
    update({ task, change })
      .unwrap()
      .catch((error: unknown) => {
        // A card that returns to its column is another element, and the focus was in the removed one.
        requestAnimationFrame(() => {
          if (document.activeElement === document.body)
            rowOf(task.id)?.focus({ preventScroll: true });
        });
        const now = currentOf<Task>(error);
        if (!now) return showFailure(problemText(error));
        const status = common(`common.status.${now.task.status}`);
        return showFailure(
          change.status && now.task.status !== task.task.status
            ? t('tasks.raced', { status })
            : t('tasks.raced.other'),
        );
      });
  };
}
