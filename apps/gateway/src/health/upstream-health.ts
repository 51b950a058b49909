import type { Provider } from '@nestjs/common';
import { HEALTH_CHECKS, SERVICE_CONFIG, type HealthCheck } from '@engawa/service-kit';
import { request } from 'undici';
import { addressOf, runningUpstreams, type GatewayConfig } from '../gateway.config';
import type { Upstream } from '../route-table';

const TIMEOUT_MS = 3_000;

/** Passes while a service reports that it is ready. */
class UpstreamHealth implements HealthCheck {
  readonly advisory = true;

  constructor(
    readonly name: Upstream,
    private readonly url: string,
  ) {}

  async check(): Promise<void> {
    const answer = await request(`${this.url}/health/ready`, {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  }
}

/**
 * The state of each service, for operators. The gateway is ready without them: it still serves the
 * web app and routes to the others, and answers 503 for an unavailable one.
 */
export const upstreamHealthChecks: Provider = {
  provide: HEALTH_CHECKS,
  useFactory: (config: GatewayConfig): HealthCheck[] =>
    runningUpstreams(config).map((name) => new UpstreamHealth(name, addressOf(config, name))),
  inject: [SERVICE_CONFIG],
};
