import { defineService } from '@engawa/service-kit';
import { z } from 'zod';
import { MembersModule } from './members.module';

export const members = defineService({
  name: 'members',
  title: 'Members and member types',
  config: z.object({ MONGODB_URI: z.string().min(1) }),
  module: MembersModule,
});
