import type { Label, Task, TaskStatus, UpdateTaskInput } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { TaskCard } from './task-card';
import { type TaskCounts, useListTasksInfiniteQuery } from './tasks.api';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';
import type { TaskList as Wanted } from './tasks.rules';

interface ListProps {
  statuses: readonly TaskStatus[];
  /** What the sections are narrowed to. */
  wanted: Omit<Wanted, 'status'>;
  counts: TaskCounts['counts'] | undefined;
  labels: readonly Label[];
  onOpen: (task: Task) => void;
  onChange: (task: Task, change: UpdateTaskInput) => void;
}

/** The same tasks one below the other, a section for each status. */
export function TaskList(props: ListProps) {
  return (
    <div className={style.list}>
      {props.statuses.map((status) => (
        <Section key={status} status={status} {...props} />
      ))}
    </div>
  );
}

function Section(props: ListProps & { status: TaskStatus }) {
  const { status } = props;
  const say = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const list = useListTasksInfiniteQuery({ ...props.wanted, status });
  const tasks = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className={style.section} data-status={status}>
      <h2 className={style.columnHead}>
        <i className={style[status]} aria-hidden="true" />
        {common(`common.status.${status}`)}
        <span className={style.count}>
          {list.data
            ? (props.counts?.[status] ?? `${tasks.length}${list.hasNextPage ? '+' : ''}`)
            : ''}
        </span>
      </h2>
      {list.isLoading ? <ListSkeleton rows={2} /> : null}
      {list.isError && !list.data ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && tasks.length === 0 ? (
        <p className={style.columnEmpty}>{say('tasks.column.empty')}</p>
      ) : null}
      {tasks.map((task) => (
        <TaskCard
          key={task.id}
          task={task}
          labels={props.labels}
          onOpen={() => props.onOpen(task)}
          onChange={(change) => props.onChange(task, change)}
        />
      ))}
      {list.hasNextPage ? (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {say('tasks.more')}
        </Button>
      ) : null}
    </section>
  );
}
