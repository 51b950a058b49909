import { defineService } from '@engawa/service-kit';
import { notificationsConfig } from './notifications.config';
import { NotificationsModule } from './notifications.module';

export const notifications = defineService({
  name: 'notifications',
  title: 'Notifications of each staff member',
  config: notificationsConfig,
  module: NotificationsModule,
});
