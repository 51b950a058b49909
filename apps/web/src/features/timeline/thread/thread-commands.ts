import type { Post } from '@engawa/contracts';
import { useIntl } from 'react-intl';
import { showFailure } from '../../../shared/feedback/toast.store';
import { useTexts } from '../../../shared/intl/messages';
import { choose } from '../../../shared/menu/chooser.store';
import { problemText } from '../../../shared/problem/problem-text';
import { commonValue } from '../../../shared/rows/common-value';
import type { RowCommand } from '../../../shared/rows/row-scope.store';
import { rowTexts } from '../../../shared/rows/rows.messages';
import {
  useAssigneeChoices,
  useDueChoices,
  useLabelChoices,
  useStatusChoices,
} from '../../../shared/rows/task-choices';
import { useBulk } from '../../../shared/rows/use-bulk';
import type { TaskChange } from './shown-change';

/** Rows that are posts or comments. */
export interface ThreadRows<Item> {
  /** The posts or comments of the rows, as they are now. */
  load: (ids: readonly string[]) => readonly Item[] | Promise<readonly Item[]>;
  edit: (item: Item, change: { task?: TaskChange; labelIds?: string[] }) => Promise<unknown>;
  /** A short name, for rejections. */
  nameOf: (item: Item) => string;
}

/** Makes the commands on status, assignee, due date and labels of posts and comments. */
export function useThreadCommands(): <Item extends Pick<Post, 'task' | 'labelIds'>>(
  rows: ThreadRows<Item>,
) => RowCommand[] {
  const t = useTexts(rowTexts);
  const intl = useIntl();
  const bulk = useBulk();
  const statuses = useStatusChoices();
  const assignees = useAssigneeChoices();
  const dues = useDueChoices();
  const labelChoices = useLabelChoices();

  return ({ load, edit, nameOf }) => {
    type Item = Awaited<ReturnType<typeof load>>[number];
    const withItems =
      (act: (items: readonly Item[]) => void | Promise<void>) => (ids: readonly string[]) =>
        void Promise.resolve(load(ids))
          .then(act)
          .catch((error: unknown) => showFailure(problemText(intl, error)));
    const setTask = (items: readonly Item[], task: TaskChange) =>
      void bulk({
        items,
        work: (item) => edit(item, { task }),
        undo: (item) => edit(item, { task: item.task }),
        nameOf,
      });
    return [
      {
        name: 'status',
        words: t('rows.status'),
        run: withItems((items) => {
          const now = commonValue(items, ({ task }) => task?.status);
          choose(statuses(now, (status) => setTask(items, { status })));
        }),
      },
      {
        name: 'assign',
        words: t('rows.assign'),
        run: withItems(async (items) => {
          const now = commonValue(items, ({ task }) => task?.assignUserId);
          choose(await assignees(now, (assignUserId) => setTask(items, { assignUserId })));
        }),
      },
      {
        name: 'due',
        words: t('rows.due'),
        run: withItems((items) => choose(dues((dueAt) => setTask(items, { dueAt })))),
      },
      {
        name: 'label',
        words: t('rows.label'),
        run: withItems(async (items) => {
          const all = (id: string) => items.every(({ labelIds }) => labelIds.includes(id));
          const toggle = (labelId: string) => {
            const off = all(labelId);
            void bulk({
              items,
              work: (item) => {
                const rest = item.labelIds.filter((id) => id !== labelId);
                return edit(item, { labelIds: off ? rest : [...rest, labelId] });
              },
              undo: (item) => edit(item, { labelIds: item.labelIds }),
              nameOf,
            });
          };
          choose(await labelChoices(all, toggle));
        }),
      },
      {
        name: 'finish',
        words: t('rows.finish'),
        run: withItems((items) => {
          const open = items.filter(({ task }) => task && task.status !== 'done');
          if (open.length > 0) setTask(open, { status: 'done' });
        }),
      },
    ];
  };
}
