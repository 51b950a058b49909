import { defineService } from '@engawa/service-kit';
import { z } from 'zod';
import { SearchModule } from './search.module';

export const search = defineService({
  name: 'search',
  title: 'Search over posts and comments',
  config: z.object({ MONGODB_URI: z.string().min(1) }),
  module: SearchModule,
});
