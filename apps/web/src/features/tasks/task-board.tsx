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
import type { Task, TaskStatus } from '@engawa/contracts';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { commonTexts } from '../../shared/intl/common.messages';
import { useTexts } from '../../shared/intl/messages';
import { TaskCard } from './task-card';
import { columnKeys } from './task-board.rules';
import { type CardProps, type ShownTasks, TasksOf, useTasksOf } from './task-section';
import { taskTexts } from './tasks.messages';
import style from './tasks.module.css';

/** Columns by status; cards are dragged with mouse, touch or keyboard (TSK-2). */
export function TaskBoard(props: ShownTasks) {
  const t = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const [held, setHeld] = useState<Task | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A resting finger drags the card; a moving one scrolls the page.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: columnKeys }),
  );
  const word = (status: unknown) => common(`common.status.${status as TaskStatus}`);
  const announcements: Announcements = {
    onDragStart: () => undefined,
    onDragOver: ({ over }) => (over ? t('tasks.drag.over', { status: word(over.id) }) : undefined),
    onDragEnd: ({ over }) =>
      over ? t('tasks.drag.done', { status: word(over.id) }) : t('tasks.drag.cancel'),
    onDragCancel: () => t('tasks.drag.cancel'),
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
        screenReaderInstructions: { draggable: t('tasks.drag.keys') },
      }}
      onDragStart={({ active }) => setHeld((active.data.current?.['task'] as Task) ?? null)}
      onDragCancel={() => setHeld(null)}
      onDragEnd={drop}
    >
      <div className={style.board} style={{ '--columns': props.statuses.length }}>
        {props.statuses.map((status) => (
          <Column key={status} status={status} shown={props} />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {held ? (
          <div className={style.held} inert>
            <TaskCard
              task={held}
              labels={props.labels}
              selected={false}
              onOpen={() => undefined}
              onChange={() => undefined}
            />
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}

function Column({ status, shown }: { status: TaskStatus; shown: ShownTasks }) {
  const t = useTexts(taskTexts);
  const common = useTexts(commonTexts);
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const found = useTasksOf(status, shown);
  const word = common(`common.status.${status}`);
  return (
    <section
      ref={setNodeRef}
      className={style.column}
      aria-label={
        found.count === '' ? word : t('tasks.column', { status: word, count: found.count })
      }
      data-status={status}
      data-over={isOver || undefined}
    >
      <TasksOf
        status={status}
        found={found}
        shown={shown}
        skeletons={3}
        card={(card) => <DraggableCard key={card.task.id} {...card} />}
      />
    </section>
  );
}

/**
 * The whole card is draggable by mouse and finger; the handle is for keyboard and screen readers,
 * so that no control contains another.
 */
function DraggableCard(props: CardProps) {
  const t = useTexts(taskTexts);
  const { task } = props;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: task.id,
    data: { task },
    attributes: { roleDescription: t('tasks.drag') },
  });
  const { onMouseDown, onTouchStart, onKeyDown }: React.DOMAttributes<HTMLElement> =
    listeners ?? {};
  return (
    <div
      ref={setNodeRef}
      className={style.draggable}
      onMouseDown={onMouseDown}
      onTouchStart={onTouchStart}
      data-task={task.id}
      data-lifted={isDragging || undefined}
    >
      <TaskCard
        {...props}
        handle={
          <ActionIcon
            ref={setActivatorNodeRef}
            className={style.handle}
            pos="absolute"
            top={8}
            right={6}
            {...{ size: 28, miw: 28, mih: 28 }}
            {...attributes}
            onKeyDown={onKeyDown}
            aria-label={t('tasks.drag.handle', { memo: task.memo.slice(0, 40) })}
            data-tip={t('tasks.drag')}
            data-handle
          >
            <IconGripVertical size={16} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        }
      />
    </div>
  );
}
