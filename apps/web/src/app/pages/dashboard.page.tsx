export { DashboardPage } from '../../features/dashboard/dashboard.page';
