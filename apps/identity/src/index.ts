import { defineService } from '@engawa/service-kit';
import { identityConfig } from './identity.config';
import { IdentityModule } from './identity.module';

/** Spaces, staff accounts, roles, sessions, API tokens and the audit log. */
export const identity = defineService({
  name: 'identity',
  title: 'Spaces, staff accounts and sessions',
  config: identityConfig,
  module: IdentityModule,
});
