import { defineService } from '@engawa/service-kit';
import { z } from 'zod';
import { TasksModule } from './tasks.module';

export const tasks = defineService({
  name: 'tasks',
  title: 'Tasks, mirrored from posts and comments',
  config: z.object({ MONGODB_URI: z.string().min(1) }),
  module: TasksModule,
});
