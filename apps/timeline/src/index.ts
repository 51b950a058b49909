import { defineService } from '@engawa/service-kit';
import { z } from 'zod';
import { TimelineModule } from './timeline.module';

export const timeline = defineService({
  name: 'timeline',
  title: 'Posts, comments, reactions, labels, drafts and attachments',
  config: z.object({ MONGODB_URI: z.string().min(1) }),
  module: TimelineModule,
});
