import { defineService } from '@engawa/service-kit';
import { z } from 'zod';
import { NotificationsModule } from './notifications.module';

export const notifications = defineService({
  name: 'notifications',
  title: 'What each staff is told',
  config: z.object({ MONGODB_URI: z.string().min(1) }),
  module: NotificationsModule,
});
