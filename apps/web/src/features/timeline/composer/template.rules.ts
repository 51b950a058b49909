import { addDays, type PostTemplate, type Staff } from '@engawa/contracts';
import type { IntlShape } from 'react-intl';
import { dayOf, dueAtDay } from '../../../shared/directory/due.rules';
import type { PostFormState } from './form-state';

/**
 * The form with a template: its text below what is written, its labels beside those chosen, its
 * task unless the form has one. An assignee who has left since is left out.
 */
export function withTemplate(
  form: PostFormState,
  template: PostTemplate,
  known: { staffs: readonly Staff[]; intl: IntlShape; now: number },
): PostFormState {
  const { staffs, intl, now } = known;
  const task = template.task && {
    status: 'waiting' as const,
    assignUserId: staffs.find(({ id }) => id === template.task?.assignUserId)?.deactivated
      ? null
      : template.task.assignUserId,
    dueAt:
      template.task.dueInDays === null
        ? null
        : dueAtDay(intl, addDays(dayOf(intl, now), template.task.dueInDays)),
  };
  const written = form.memo.trimEnd();
  return {
    ...form,
    memo: written === '' ? template.memo : `${written}\n${template.memo}`,
    labelIds: [...new Set([...form.labelIds, ...template.labelIds])],
    task: form.task ?? task,
  };
}

/** Names of a template's labels and assignee that the space no longer has. */
export function leftOut(template: PostTemplate, staffs: readonly Staff[]): string[] {
  const assignee = staffs.find(({ id }) => id === template.task?.assignUserId);
  return [
    ...template.deletedLabels.map(({ name }) => name),
    ...(assignee?.deactivated ? [assignee.displayName] : []),
  ];
}
