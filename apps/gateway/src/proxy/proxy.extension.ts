import { Injectable } from '@nestjs/common';
import { TokenVerifier } from '@engawa/auth';
import type { AccessClaims } from '@engawa/contracts';
import { InjectConfig, ProblemError, contextOf, type ServiceExtension } from '@engawa/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, runningUpstreams, type GatewayConfig } from '../gateway.config';
import { RequestLimits } from '../limit/request-limits';
import { lenientPrefixes, prefixOf, upstreamOf, type Upstream } from '../route-table';
import { apiHeaders } from '../security/security-headers';
import { ApiTokenExchange, acceptApiToken } from '../token/api-token-exchange';
import { RevokedSessions } from '../token/revoked-sessions';
import { TokenCheck } from '../token/token-check';
import { UpstreamPool } from './upstream-pool';

/** `/api/v1/*` → token check, limits, the service that owns the prefix. */
@Injectable()
export class ProxyExtension implements ServiceExtension {
  private readonly pools = new Map<Upstream, UpstreamPool>();
  private readonly limits: RequestLimits;
  private readonly tokens: TokenCheck;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    @InjectConfig() config: GatewayConfig,
    verifier: TokenVerifier,
    revoked: RevokedSessions,
    private readonly apiTokens: ApiTokenExchange,
  ) {
    this.limits = new RequestLimits(config);
    this.tokens = new TokenCheck(verifier, revoked);
    // What a space holds is kept by no cache, unless the service says otherwise as for pictures.
    this.headers = { ...apiHeaders(config), 'cache-control': 'no-store' };
    for (const name of runningUpstreams(config)) {
      const options = {
        timeoutMs: config.PROXY_TIMEOUT,
        connections: config.PROXY_CONNECTIONS,
        bodyLimit: config.BODY_LIMIT,
        uploadLimit: config.UPLOAD_LIMIT,
      };
      this.pools.set(name, new UpstreamPool(addressOf(config, name), options));
    }
  }

  async beforeListen(
    app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0],
  ): Promise<void> {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    // Encapsulated: bodies pass through here unread, whatever their type.
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/api/v1/*', (request, reply) => this.forward(request, reply));
    });
  }

  async beforeClose(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private async forward(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const prefix = prefixOf(request.raw.url!);
    const upstream = upstreamOf(prefix);
    await acceptApiToken(request, this.apiTokens);
    const claims = this.callerOf(request, prefix);
    const context = contextOf(request);
    if (claims && context) {
      context.space = claims.space;
      context.staffId = claims.sub;
    }
    const limits = this.limits.take({ prefix, ip: request.ip, claims });
    if (!upstream) throw new ProblemError('request.route-not-found');
    const pool = this.pools.get(upstream);
    if (!pool)
      throw new ProblemError('gateway.service.unreachable', { headers: { 'retry-after': '60' } });
    await pool.forward(request, reply, { ...this.headers, ...limits });
  }
  private callerOf(request: FastifyRequest, prefix: string): Readonly<AccessClaims> | null {
    try {
      return this.tokens.check(request.headers.authorization);
    } catch (error) {
      if (!lenientPrefixes.has(prefix)) throw error;
      // The services do not know which sessions ended: such a token goes no further.
      const ended = error instanceof ProblemError && error.code === 'auth.session-ended';
      if (ended) delete request.raw.headers.authorization;
      return null;
    }
  }
}
