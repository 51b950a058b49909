import { defineService, secretKeyConfig } from '@engawa/service-kit';
import { z } from 'zod';
import { IntegrationsModule } from './integrations.module';

export const integrations = defineService({
  name: 'integrations',
  title: 'Slack, Teams, Chatwork and outgoing webhooks',
  config: z.object({ MONGODB_URI: z.string().min(1), ...secretKeyConfig.shape }),
  module: IntegrationsModule,
});
