import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Label, Task, TaskStatus, UpdateTaskInput } from '@engawa/contracts';
import { Button } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { ListSkeleton, ProblemNotice } from '../../shared/ui/states';
import { TaskCard } from './task-card';
import { columnKeys } from './task-board.rules';
import { type TaskCounts, useListTasksInfiniteQuery } from './tasks.api';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';
import type { TaskList } from './tasks.rules';

interface BoardProps {
  statuses: readonly TaskStatus[];
  /** What the columns are narrowed to. */
  wanted: Omit<TaskList, 'status'>;
  counts: TaskCounts['counts'] | undefined;
  labels: readonly Label[];
  onOpen: (task: Task) => void;
  onChange: (task: Task, change: UpdateTaskInput) => void;
}

/** Columns by status; cards are dragged with mouse, touch or keyboard (TSK-2). */
export function TaskBoard(props: BoardProps) {
  const say = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const [held, setHeld] = useState<Task | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that rests means the card; one that moves means the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnKeys }),
  );
  const word = (status: unknown) => common(`common.status.${status as TaskStatus}`);
  const announcements: Announcements = {
    onDragStart: () => undefined,
    onDragOver: ({ over }) =>
      over ? say('tasks.drag.over', { status: word(over.id) }) : undefined,
    onDragEnd: ({ over }) =>
      over ? say('tasks.drag.done', { status: word(over.id) }) : say('tasks.drag.cancel'),
    onDragCancel: () => say('tasks.drag.cancel'),
  };
  const drop = ({ active, over }: DragEndEvent) => {
    setHeld(null);
    const task = active.data.current?.['task'] as Task | undefined;
    const status = over?.id as TaskStatus | undefined;
    if (task && status && task.task.status !== status) props.onChange(task, { status });
  };
  return (
    <DndContext
      sensors={sensors}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: say('tasks.drag.keys') },
      }}
      onDragStart={({ active }) => setHeld((active.data.current?.['task'] as Task) ?? null)}
      onDragCancel={() => setHeld(null)}
      onDragEnd={drop}
    >
      <div className={style.board} style={{ '--columns': props.statuses.length } as never}>
        {props.statuses.map((status) => (
          <Column key={status} status={status} {...props} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {held ? (
          <div className={style.held} inert>
            <TaskCard
              task={held}
              labels={props.labels}
              onOpen={() => undefined}
              onChange={() => undefined}
            />
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

function Column(props: BoardProps & { status: TaskStatus }) {
  const { status } = props;
  const say = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const list = useListTasksInfiniteQuery({ ...props.wanted, status });
  const tasks = list.data?.pages.flatMap((page) => page.items) ?? [];
  const word = common(`common.status.${status}`);
  const count = props.counts?.[status];
  const shown = count ?? `${tasks.length}${list.hasNextPage ? '+' : ''}`;
  return (
    <section
      ref={setNodeRef}
      className={`${style.column} ${isOver ? style.over : ''}`}
      aria-label={say('tasks.column', { status: word, count: shown })}
      data-status={status}
    >
      <h2 className={style.columnHead}>
        <i className={style[status]} aria-hidden="true" />
        {word}
        <span className={style.count}>{list.data ? shown : ''}</span>
      </h2>
      {list.isLoading ? <ListSkeleton rows={3} /> : null}
      {list.isError && !list.data ? (
        <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && tasks.length === 0 ? (
        <p className={style.columnEmpty}>{say('tasks.column.empty')}</p>
      ) : null}
      {tasks.map((task) => (
        <DraggableCard
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

/**
 * The whole card answers to mouse and finger; the handle is what the keyboard and a screen reader
 * take it by, so that no control lies within another.
 */
function DraggableCard(props: {
  task: Task;
  labels: readonly Label[];
  onOpen: () => void;
  onChange: (change: UpdateTaskInput) => void;
}) {
  const say = useTexts(taskTexts);
  const { task } = props;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: task.id,
    data: { task },
    attributes: { roleDescription: say('tasks.drag') },
  });
  return (
    <div
      ref={setNodeRef}
      className={`${style.draggable} ${isDragging ? style.lifted : ''}`}
      onMouseDown={listeners?.['onMouseDown'] as never}
      onTouchStart={listeners?.['onTouchStart'] as never}
      data-task={task.id}
      data-lifted={isDragging || undefined}
    >
      <TaskCard
        {...props}
        handle={
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={style.handle}
            {...attributes}
            onKeyDown={listeners?.['onKeyDown'] as never}
            aria-label={say('tasks.drag.handle', { memo: task.memo.slice(0, 40) })}
            title={say('tasks.drag')}
            data-handle
          >
            <IconGripVertical size={16} stroke={1.5} aria-hidden="true" />
          </button>
        }
      />
    </div>
  );
}
