import type { Label, Task, TaskStatus, UpdateTaskInput } from '@engawa/contracts';
import { Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { shownData } from '../../shared/api/shown-data';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { Dot } from '../../shared/display/dot';
import { Note } from '../../shared/display/note';
import { LoadMore } from '../../shared/list/load-more';
import { PartProblem } from '../../shared/feedback/part-problem';
import { ListSkeleton } from '../../shared/feedback/states';
import {
  POSTS,
  type TaskCounts,
  useListPostMembersQuery,
  useListTasksInfiniteQuery,
} from './tasks.api';
import { taskTexts } from './tasks.messages';
import { byDue, statusInk, type TaskList } from './tasks.rules';

/** The tasks of a page by status, and their actions. */
export interface ShownTasks {
  statuses: readonly TaskStatus[];
  /** Filter of the tasks. */
  wanted: Omit<TaskList, 'status'>;
  counts: TaskCounts['counts'] | undefined;
  labels: readonly Label[];
  selected: ReadonlySet<string>;
  /** The member whose page it is; not named on each task. */
  about?: string;
  onOpen: (task: Task) => void;
  onChange: (task: Task, change: UpdateTaskInput) => void;
  /** Reports the tasks of a column, for the keys. */
  onShown: (status: TaskStatus, tasks: readonly Task[]) => void;
}

/** Props of a card. */
export interface CardProps {
  task: Task;
  labels: readonly Label[];
  selected: boolean;
  /** The member whose page it is. */
  about?: string;
  onOpen: () => void;
  onChange: (change: UpdateTaskInput) => void;
}

/** A comment's task is about the members of its post. */
export function useWithMembers(tasks: readonly Task[]): readonly Task[] {
  const ids = tasks
    .filter(({ commentId, members }) => commentId !== null && members.length === 0)
    .map(({ postId }) => postId);
  const asked = [...new Set(ids)].slice(0, POSTS).join(',');
  const { data } = useListPostMembersQuery(asked, { skip: asked === '' });
  return useMemo(
    () =>
      data
        ? tasks.map((task) =>
            task.commentId !== null && task.members.length === 0
              ? { ...task, members: data[task.postId] ?? [] }
              : task,
          )
        : tasks,
    [tasks, data],
  );
}

/** The tasks of one status and their number. */
export function useTasksOf(status: TaskStatus, props: ShownTasks) {
  const list = useListTasksInfiniteQuery({ ...props.wanted, status });
  const found = shownData(list);
  const read = useMemo(
    () => found?.pages.flatMap((page) => page.items).toSorted(byDue) ?? [],
    [found],
  );
  const tasks = useWithMembers(read);
  const { onShown } = props;
  useEffect(() => onShown(status, tasks), [onShown, status, tasks]);
  const count = props.counts?.[status] ?? `${tasks.length}${list.hasNextPage ? '+' : ''}`;
  return { list, tasks, count: found ? count : '' };
}

/** Content of a column or section: heading, cards, loading and error states. */
export function TasksOf(props: {
  status: TaskStatus;
  found: ReturnType<typeof useTasksOf>;
  shown: ShownTasks;
  /** Skeletons while loading. */
  skeletons: number;
  card: (props: CardProps) => ReactNode;
  /** Wraps the cards, as in a table. */
  frame?: (cards: ReactNode) => ReactNode;
}) {
  const t = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const { status, shown } = props;
  const { list, tasks, count } = props.found;
  return (
    <>
      <Group component="h2" gap={8} p={4} fz="sm">
        <Dot color={statusInk(status)} size={8} />
        {common(`common.status.${status}`)}
        <Text span inherit fw={400} c="var(--e-faint)">
          {count}
        </Text>
      </Group>
      {list.isLoading ? <ListSkeleton cards rows={props.skeletons} /> : null}
      {list.isError && !list.currentData ? (
        <PartProblem error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && tasks.length === 0 ? (
        <Note px={4} py={12}>
          {t('tasks.column.empty')}
        </Note>
      ) : null}
      {(props.frame ?? ((cards) => cards))(
        tasks.map((task) =>
          props.card({
            task,
            labels: shown.labels,
            selected: shown.selected.has(task.id),
            about: shown.about,
            onOpen: () => shown.onOpen(task),
            onChange: (change) => shown.onChange(task, change),
          }),
        ),
      )}
      <LoadMore list={list} variant="subtle" size="compact-sm">
        {t('tasks.more')}
      </LoadMore>
    </>
  );
}
