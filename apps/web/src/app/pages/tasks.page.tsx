import { TaskThread } from '../../features/timeline/thread/task-thread';
import { TasksPage as Tasks } from '../../features/tasks/tasks.page';

/** Tasks, each with the comments of its post. */
export function TasksPage() {
  return (
    <Tasks
      thread={(task) => (
        <TaskThread key={task.id} postId={task.postId} commentId={task.commentId} />
      )}
    />
  );
}
