export { TasksPage } from '../../features/tasks/tasks.page';
