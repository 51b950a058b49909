import type { Task, UpdateTaskInput } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { duePresets } from '../../shared/directory/due.rules';
import { shortName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import { commonValue } from '../../shared/rows/common-value';
import type { RowCommand } from '../../shared/rows/row-scope.store';
import { rowTexts } from '../../shared/rows/rows.messages';
import {
  useAssigneeChoices,
  useDueChoices,
  useLabelChoices,
  useStatusChoices,
} from '../../shared/rows/task-choices';
import { useBulk } from '../../shared/rows/use-bulk';
import { choose } from '../../shared/menu/chooser.store';
import { useUpdateTaskMutation } from './task-changes.api';

/** Commands of the keys on tasks. */
export function useTaskCommands(tasks: readonly Task[]): RowCommand[] {
  const t = useTexts(rowTexts);
  const intl = useIntl();
  const bulk = useBulk();
  const [update] = useUpdateTaskMutation();
  const statuses = useStatusChoices();
  const assignees = useAssigneeChoices();
  const dues = useDueChoices();
  const labelChoices = useLabelChoices();

  const of = (ids: readonly string[]) => tasks.filter(({ id }) => ids.includes(id));
  const change = (
    items: readonly Task[],
    wanted: (task: Task) => UpdateTaskInput,
    before: (task: Task) => UpdateTaskInput,
  ) => {
    // The server's versions: an undo based on the previous one would look like a conflict.
    const now = new Map<string, Task>();
    void bulk({
      items,
      work: async (task) => now.set(task.id, await update({ task, change: wanted(task) }).unwrap()),
      undo: (task) => update({ task: now.get(task.id) ?? task, change: before(task) }).unwrap(),
      nameOf: (task) => shortName(intl, task),
    });
  };
  const setStatus = (items: readonly Task[], status: Task['task']['status']) =>
    change(
      items,
      () => ({ status }),
      ({ task }) => ({ status: task.status }),
    );
  const setDue = (items: readonly Task[], dueAt: string | null) =>
    change(
      items,
      () => ({ dueAt }),
      ({ task }) => ({ dueAt: task.dueAt }),
    );
  return [
    {
      name: 'finish',
      words: t('rows.finish'),
      run: (ids) => {
        const open = of(ids).filter(({ task }) => task.status !== 'done');
        if (open.length > 0) setStatus(open, 'done');
      },
    },
    {
      name: 'tomorrow',
      words: t('rows.tomorrow'),
      run: (ids) => {
        const tomorrow = duePresets(intl, Date.now()).find(({ name }) => name === 'tomorrow');
        if (tomorrow) setDue(of(ids), tomorrow.dueAt);
      },
    },
    {
      name: 'status',
      words: t('rows.status'),
      run: (ids) => {
        const items = of(ids);
        const now = commonValue(items, ({ task }) => task.status);
        choose(statuses(now, (status) => setStatus(items, status)));
      },
    },
    {
      name: 'assign',
      words: t('rows.assign'),
      run: (ids) => {
        const items = of(ids);
        const take = (assignUserId: string | null) =>
          change(
            items,
            () => ({ assignUserId }),
            ({ task }) => ({ assignUserId: task.assignUserId }),
          );
        const now = commonValue(items, ({ task }) => task.assignUserId);
        void assignees(now, take).then(choose);
      },
    },
    {
      name: 'due',
      words: t('rows.due'),
      run: (ids) => choose(dues((dueAt) => setDue(of(ids), dueAt))),
    },
    {
      name: 'label',
      words: t('rows.label'),
      run: (ids) => {
        const items = of(ids);
        const all = (id: string) => items.every((task) => task.labelIds.includes(id));
        const toggle = (labelId: string) => {
          const off = all(labelId);
          change(
            items,
            ({ labelIds }) => {
              const rest = labelIds.filter((id) => id !== labelId);
              return { labelIds: off ? rest : [...rest, labelId] };
            },
            ({ labelIds }) => ({ labelIds }),
          );
        };
        void labelChoices(all, toggle).then(choose);
      },
    },
  ];
}
