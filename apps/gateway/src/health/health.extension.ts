import { Injectable } from '@nestjs/common';
import { EventBus } from '@engawa/events';
import { InjectConfig, type ServiceExtension } from '@engawa/service-kit';
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { addressOf, runningUpstreams, type GatewayConfig } from '../gateway.config';

const TIMEOUT = 3_000;

/** Health of the whole: ready when every service is. */
@Injectable()
export class HealthExtension implements ServiceExtension {
  constructor(
    @InjectConfig() private readonly config: GatewayConfig,
    private readonly bus: EventBus,
  ) {}

  beforeListen(app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0]): void {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    fastify.get('/health/live', async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      return { status: 'ok' };
    });
    fastify.get('/health/ready', async (_request, reply) => {
      const names = runningUpstreams(this.config);
      const states = await Promise.all(
        names.map((name) => this.stateOf(addressOf(this.config, name))),
      );
      const checks = {
        ...Object.fromEntries(names.map((name, index) => [name, states[index]!])),
        events: this.bus.isConnected() ? 'ok' : 'failed',
      };
      const ok = Object.values(checks).every((state) => state === 'ok');
      return reply
        .header('cache-control', 'no-store')
        .status(ok ? 200 : 503)
        .send({ status: ok ? 'ok' : 'not-ready', checks });
    });
  }

  private async stateOf(url: string): Promise<'ok' | 'failed'> {
    try {
      const answer = await request(`${url}/health/ready`, {
        headersTimeout: TIMEOUT,
        bodyTimeout: TIMEOUT,
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await answer.body.dump();
      return answer.statusCode === 200 ? 'ok' : 'failed';
    } catch {
      return 'failed';
    }
  }
}
