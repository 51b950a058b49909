import { Injectable } from '@nestjs/common';
import { challenge } from '@engawa/auth';
import type { AccessClaims } from '@engawa/contracts';
import {
  InjectConfig,
  ProblemError,
  contextOf,
  hasCallerLeft,
  type ServiceExtension,
} from '@engawa/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, runningUpstreams, type GatewayConfig } from '../gateway.config';
import { RateStore } from '../limit/rate-store';
import { RequestLimits } from '../limit/request-limits';
import { openPrefixes, prefixOf, upstreamOf, type Upstream } from '../route-table';
import { apiHeaders, jsonHeaders } from '../security/security-headers';
import { FileCookie } from '../token/file-cookie';
import { TokenCheck } from '../token/token-check';
import { problemOfFailure } from './answer-relay';
import { CallerLeft, discardBody, hasBody, isUpload, readBody, streamBody } from './request-body';
import { UpstreamPool, type ServiceAnswer, type ServiceCall, type Traffic } from './upstream-pool';

/** A checked and counted request. */
export interface Admitted {
  /** Null without a token. */
  claims: Readonly<AccessClaims> | null;
  /** Sent with every response to it. */
  headers: Readonly<Record<string, string>>;
}

/** `/api/v1/*` → token check, limits, the service that owns the prefix. */
@Injectable()
export class ProxyExtension implements ServiceExtension {
  private readonly pools = new Map<Upstream, UpstreamPool>();
  private readonly limits: RequestLimits;
  private readonly fileCookie: FileCookie;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    @InjectConfig() private readonly config: GatewayConfig,
    private readonly tokens: TokenCheck,
    counts: RateStore,
  ) {
    this.limits = new RequestLimits(config, (policy) => counts.counter(policy));
    this.fileCookie = new FileCookie(config);
    // Contents of a space are never cached, unless the service says otherwise, as for images.
    this.headers = { ...jsonHeaders(config), 'cache-control': 'no-store' };
    for (const name of runningUpstreams(config)) {
      const options = {
        timeoutMs: config.PROXY_TIMEOUT,
        queueTimeoutMs: config.PROXY_QUEUE_TIMEOUT,
        policies: apiHeaders(config),
        connections: {
          read: config.PROXY_CONNECTIONS,
          write: config.PROXY_WRITE_CONNECTIONS,
          upload: config.PROXY_UPLOAD_CONNECTIONS,
        },
      };
      this.pools.set(name, new UpstreamPool(addressOf(config, name), options));
    }
  }

  async beforeListen(
    app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0],
  ): Promise<void> {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    // Encapsulated: Fastify must not read bodies here, whatever their type.
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
    try {
      await this.forwardAdmitted(request, reply);
    } catch (error) {
      discardBody(request.raw, this.config.BODY_TIMEOUT);
      if (!(error instanceof CallerLeft)) throw error;
      reply.hijack();
    }
  }

  private async forwardAdmitted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const prefix = prefixOf(request.raw.url!);
    this.fileCookie.accept(request, prefix);
    const { claims, headers } = await this.admit(request, prefix);
    const pool = this.poolOf(prefix);
    const traffic = trafficOf(request, claims);
    const body = await this.bodyOf(request, reply, { traffic, prefix, claims });
    if (body !== null && (await hasCallerLeft(request.raw))) throw new CallerLeft();
    await pool.forward(request, reply, { traffic, body, headers });
  }

  /** Checks and counts a request. Returns its caller and the headers of every response. */
  async admit(request: FastifyRequest, prefix: string): Promise<Admitted> {
    if (hasBody(request.raw)) this.limits.admitAddress(request.ip, request.raw);
    const claims = await this.callerOf(request, prefix);
    const context = contextOf(request);
    if (claims && context) {
      context.space = claims.space;
      context.staffId = claims.sub;
    }
    const limits = await this.limits.take({ prefix, ip: request.ip, claims });
    return { claims, headers: { ...this.headers, ...limits } };
  }

  /** The body of an admitted request, within the services' limit for JSON bodies. */
  async readAdmitted(request: FastifyRequest, claims: AccessClaims): Promise<Buffer> {
    const { BODY_LIMIT: maxBytes, BODY_TIMEOUT: timeoutMs } = this.config;
    if (!hasBody(request.raw)) return Buffer.alloc(0);
    this.limits.admitStaff(`${claims.space}/${claims.sub}`, request.raw);
    try {
      return await readBody(request.raw, { maxBytes, timeoutMs });
    } catch (error) {
      throw error instanceof CallerLeft ? error : problemOfFailure(error as Error);
    }
  }

  /** Calls a service on behalf of an admitted caller; counted as one of their requests. */
  async call(
    request: FastifyRequest,
    claims: AccessClaims,
    call: ServiceCall,
  ): Promise<ServiceAnswer> {
    const prefix = prefixOf(call.path);
    await this.limits.take({ prefix, ip: request.ip, claims });
    return this.poolOf(prefix).call(request, call);
  }

  private poolOf(prefix: string): UpstreamPool {
    const upstream = upstreamOf(prefix);
    if (!upstream) throw new ProblemError('request.route-not-found');
    const pool = this.pools.get(upstream);
    if (pool) return pool;
    throw new ProblemError('gateway.service.unreachable', { headers: { 'retry-after': '60' } });
  }

  /**
   * The complete body, or a stream for an upload. A request with a body needs a valid token, except
   * at sign-in, so that nobody without an account can make the gateway wait for a body.
   */
  private async bodyOf(
    { raw }: FastifyRequest,
    reply: FastifyReply,
    caller: { traffic: Traffic; prefix: string; claims: AccessClaims | null },
  ): Promise<Buffer | AsyncIterable<Buffer> | null> {
    if (!hasBody(raw)) return null;
    const { claims } = caller;
    if (!claims && !openPrefixes.has(caller.prefix)) {
      throw new ProblemError('auth.required', challenge());
    }
    const { BODY_LIMIT, UPLOAD_LIMIT, BODY_TIMEOUT } = this.config;
    const staff = claims && `${claims.space}/${claims.sub}`;
    const isStreamed = staff && caller.traffic === 'upload';
    if (isStreamed) this.limits.admitUpload(staff, reply.raw);
    else if (staff) this.limits.admitStaff(staff, raw);
    try {
      if (isStreamed) return streamBody(raw, { maxBytes: UPLOAD_LIMIT, timeoutMs: BODY_TIMEOUT });
      return await readBody(raw, { maxBytes: BODY_LIMIT, timeoutMs: BODY_TIMEOUT });
    } catch (error) {
      throw error instanceof CallerLeft ? error : problemOfFailure(error as Error);
    }
  }

  private async callerOf(
    request: FastifyRequest,
    prefix: string,
  ): Promise<Readonly<AccessClaims> | null> {
    try {
      return await this.tokens.check(request, prefix === MCP_PREFIX ? 'mcp' : 'api');
    } catch (error) {
      if (!openPrefixes.has(prefix)) throw error;
      // Services do not know revoked sessions: such a token is refused here.
      if (error instanceof ProblemError && revokedCodes.has(error.code)) {
        delete request.raw.headers.authorization;
      }
      return null;
    }
  }
}

const MCP_PREFIX = 'mcp';
const revokedCodes: ReadonlySet<string> = new Set(['auth.session-ended', 'auth.token-outdated']);

function trafficOf({ raw }: FastifyRequest, claims: AccessClaims | null): Traffic {
  if (claims && hasBody(raw) && isUpload(raw.headers)) return 'upload';
  return raw.method === 'GET' || raw.method === 'HEAD' ? 'read' : 'write';
}
