export { NotificationsPage } from '../../features/notifications/notifications.page';
