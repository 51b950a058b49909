import { defineService } from '@engawa/service-kit';
import { integrationsConfig } from './integrations.config';
import { IntegrationsModule } from './integrations.module';

export const integrations = defineService({
  name: 'integrations',
  title: 'Slack, Teams, Chatwork and outgoing webhooks',
  config: integrationsConfig,
  module: IntegrationsModule,
});
