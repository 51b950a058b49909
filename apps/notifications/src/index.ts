import { defineService } from '@engawa/service-kit';
import { notificationsConfig } from './notifications.config';
import { NotificationsModule } from './notifications.module';

export const notifications = defineService({
  name: 'notifications',
  title: 'What each staff is told',
  config: notificationsConfig,
  module: NotificationsModule,
});
