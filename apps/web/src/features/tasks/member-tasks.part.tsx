import type { Task, TaskStatus } from '@engawa/contracts';
import { Stack } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { Note } from '../../shared/display/note';
import { PartProblem, SharedNotice } from '../../shared/feedback/part-problem';
import { ListSkeleton } from '../../shared/feedback/states';
import { useTexts } from '../../shared/intl/messages';
import { useNarrow } from '../../shared/layout/use-wide';
import { RowKeys } from '../../shared/rows/keys';
import { SelectionBar } from '../../shared/rows/selection-bar';
import { useRows } from '../../shared/rows/use-rows';
import { useSelection } from '../../shared/rows/use-selection';
import { useListTasksByIdsQuery } from './task-changes.api';
import { TaskCard } from './task-card';
import { useTaskCommands } from './task-commands';
import { TaskList, TaskRow, TaskTable } from './task-list';
import { type CardProps, useWithMembers } from './task-section';
import { byDue } from './tasks.rules';
import { taskTexts } from './tasks.messages';
import { useTaskChange } from './use-task-change';

const finished: readonly TaskStatus[] = ['done', 'skipped'];
const noTasks: readonly Task[] = [];
const none: ReadonlySet<string> = new Set();

/** Open tasks of posts about a member and of their comments, and finished tasks of posts. */
export function MemberTasks(props: {
  memberId: string;
  /** Ids of the open tasks; undefined while unknown. */
  taskIds: readonly string[] | undefined;
  onOpen: (task: Task) => void;
}) {
  const t = useTexts(taskTexts);
  const { memberId, taskIds, onOpen } = props;
  const { data: labels = [] } = useListLabelsQuery();
  const onChange = useTaskChange();
  const asked = taskIds?.join(',') ?? '';
  const list = useListTasksByIdsQuery(asked, { skip: asked === '' });
  const found = asked === '' ? noTasks : (list.data ?? noTasks);
  const open = useWithMembers(
    useMemo(
      () => found.filter(({ task }) => !finished.includes(task.status)).toSorted(byDue),
      [found],
    ),
  );
  const [done, setDone] = useState<Partial<Record<TaskStatus, readonly Task[]>>>({});
  const onShown = useCallback(
    (status: TaskStatus, tasks: readonly Task[]) => setDone((now) => ({ ...now, [status]: tasks })),
    [],
  );
  const rows = useMemo(
    () => [...open, ...finished.flatMap((status) => done[status] ?? [])],
    [open, done],
  );
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [selected, setSelected] = useSelection(ids);
  const commands = useTaskCommands(rows);
  const openRow = (id: string) => {
    const task = rows.find((row) => row.id === id);
    if (task) onOpen(task);
  };
  useRows({ ids, selected, onSelect: setSelected, commands, onOpen: openRow });
  const isLoading = taskIds === undefined || (asked !== '' && list.isLoading);
  return (
    <RowKeys value>
      <Stack gap={24}>
        <SharedNotice>
          {isLoading ? (
            <ListSkeleton rows={2} />
          ) : list.isError && found.length === 0 ? (
            <PartProblem error={list.error} onRetry={() => void list.refetch()} />
          ) : open.length === 0 ? (
            <Note py={12}>{t('tasks.member.none')}</Note>
          ) : (
            <OpenTasks
              about={memberId}
              rows={open.map((task) => ({
                task,
                labels,
                about: memberId,
                selected: selected.has(task.id),
                onOpen: () => onOpen(task),
                onChange: (change) => onChange(task, change),
              }))}
            />
          )}
          <TaskList
            {...{ statuses: finished, wanted: { memberId }, counts: undefined, labels, selected }}
            about={memberId}
            {...{ onOpen, onChange, onShown }}
          />
        </SharedNotice>
        <SelectionBar selected={selected} commands={commands} onClear={() => setSelected(none)} />
      </Stack>
    </RowKeys>
  );
}

function OpenTasks({ rows, about }: { rows: readonly CardProps[]; about: string }) {
  const narrow = useNarrow();
  if (narrow) return rows.map((row) => <TaskCard key={row.task.id} {...row} />);
  return (
    <TaskTable about={about}>
      {rows.map((row) => (
        <TaskRow key={row.task.id} {...row} />
      ))}
    </TaskTable>
  );
}
