import { defineService } from '@engawa/service-kit';
import { gatewayConfig } from './gateway.config';
import { GatewayModule } from './gateway.module';

/**
 * The only public address: token check, limits, routing, live stream, API documentation, web app.
 */
export const gateway = defineService({
  name: 'gateway',
  title: 'The one public address',
  config: gatewayConfig,
  module: GatewayModule,
  bare: true,
});
