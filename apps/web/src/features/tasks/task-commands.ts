import type { Label, Task, UpdateTaskInput } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { duePresets } from '../../shared/directory/due.rules';
import { memberName } from '../../shared/directory/names';
import { useTexts } from '../../shared/intl/messages';
import type { RowCommand } from '../../shared/rows/row-scope.store';
import { rowTexts } from '../../shared/rows/rows.messages';
import {
  useAssigneeChoices,
  useDueChoices,
  useLabelChoices,
  useStatusChoices,
} from '../../shared/rows/task-choices';
import { useBulk } from '../../shared/rows/use-bulk';
import { choose } from '../../shared/ui/chooser.store';
import { useUpdateTaskMutation } from './task-changes.api';

/** A short name of a task, for rejections. */
const nameOf = (task: Task) =>
  [...(task.memo || task.members.map(memberName).join('、'))].slice(0, 20).join('');

/** Commands of the keys on tasks. */
export function useTaskCommands(tasks: readonly Task[], labels: readonly Label[]): RowCommand[] {
  const say = useTexts(rowTexts);
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
      nameOf,
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
  const same = <Value>(items: readonly Task[], read: (task: Task) => Value) => {
    const values = new Set(items.map(read));
    return values.size === 1 ? [...values][0] : undefined;
  };
  return [
    {
      key: 'e',
      words: say('rows.finish'),
      run: (ids) => {
        const open = of(ids).filter(({ task }) => task.status !== 'done');
        if (open.length > 0) setStatus(open, 'done');
      },
    },
    {
      key: 'w',
      words: say('rows.tomorrow'),
      run: (ids) => {
        const tomorrow = duePresets(intl, Date.now()).find(({ name }) => name === 'tomorrow');
        if (tomorrow) setDue(of(ids), tomorrow.dueAt);
      },
    },
    {
      key: 's',
      words: say('rows.status'),
      run: (ids) => {
        const items = of(ids);
        const now = same(items, ({ task }) => task.status);
        choose(statuses(now, (status) => setStatus(items, status)));
      },
    },
    {
      key: 'a',
      words: say('rows.assign'),
      run: (ids) => {
        const items = of(ids);
        const take = (assignUserId: string | null) =>
          change(
            items,
            () => ({ assignUserId }),
            ({ task }) => ({ assignUserId: task.assignUserId }),
          );
        choose(
          assignees(
            same(items, ({ task }) => task.assignUserId),
            take,
          ),
        );
      },
    },
    {
      key: 'd',
      words: say('rows.due'),
      run: (ids) => choose(dues((dueAt) => setDue(of(ids), dueAt))),
    },
    {
      key: 'l',
      words: say('rows.label'),
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
        choose(labelChoices(labels, all, toggle));
      },
    },
  ];
}
