import type { TaskStatus } from '@engawa/contracts';
import { TaskCard } from './task-card';
import { type ShownTasks, TasksOf, useTasksOf } from './task-section';
import style from './tasks.module.css';

/** The same tasks one below the other, a section for each status. */
export function TaskList(props: ShownTasks) {
  return (
    <div className={style.list}>
      {props.statuses.map((status) => (
        <Section key={status} status={status} shown={props} />
      ))}
    </div>
  );
}

function Section({ status, shown }: { status: TaskStatus; shown: ShownTasks }) {
  const found = useTasksOf(status, shown);
  return (
    <section className={style.section} data-status={status}>
      <TasksOf
        status={status}
        found={found}
        shown={shown}
        bones={2}
        card={(card) => <TaskCard key={card.task.id} {...card} />}
      />
    </section>
  );
}
