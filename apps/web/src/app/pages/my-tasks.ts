import type { Task } from '@engawa/contracts';
import { useMemo } from 'react';
import { useListTasksInfiniteQuery } from '../../features/tasks/tasks.api';
import { useSession } from '../../shared/session/use-session';

/** The reader's open tasks, by due date; those without one come last. Undefined until known. */
export function useMyOpenTasks(): Task[] | undefined {
  const { staff } = useSession();
  const waiting = useListTasksInfiniteQuery({ status: 'waiting', assignUserId: staff.id });
  const running = useListTasksInfiniteQuery({ status: 'inProgress', assignUserId: staff.id });
  return useMemo(() => {
    if (!waiting.data || !running.data) return undefined;
    return [...running.data.pages, ...waiting.data.pages]
      .flatMap((page) => page.items)
      .toSorted((a, b) => dueOf(a) - dueOf(b));
  }, [waiting.data, running.data]);
}

const dueOf = ({ task }: Task) => (task.dueAt ? Date.parse(task.dueAt) : Number.MAX_SAFE_INTEGER);
