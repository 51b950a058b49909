import { Injectable, Logger } from '@nestjs/common';
import { challenge } from '@engawa/auth';
import type { AccessClaims } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import { InjectConfig, ProblemError, contextOf, type ServiceExtension } from '@engawa/service-kit';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config';
import { ProxyExtension } from '../proxy/proxy.extension';
import { CallerLeft, discardBody } from '../proxy/request-body';
import { apiHeaders } from '../security/security-headers';
import { MCP_PATH, addDiscovery, resourceMetadataAddress } from './discovery';
import { McpCaller } from './mcp-caller';
import { mcpServer } from './mcp-server';

/**
 * `/mcp`: the Model Context Protocol for assistants (API-5), over Streamable HTTP without sessions.
 * Every call becomes requests to the REST API on behalf of the caller.
 */
@Injectable()
export class McpExtension implements ServiceExtension {
  private readonly logger = new Logger('Mcp');
  private readonly publicOrigin: string;

  constructor(
    @InjectConfig() private readonly config: GatewayConfig,
    private readonly proxy: ProxyExtension,
    private readonly bus: EventBus,
  ) {
    this.publicOrigin = new URL(config.ENGAWA_PUBLIC_URL).origin;
  }

  async beforeListen(
    app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0],
  ): Promise<void> {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    addDiscovery(fastify, this.publicOrigin, apiHeaders(this.config));
    // Encapsulated: the body is read after the sender is authenticated.
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all(MCP_PATH, (request, reply) => this.answer(request, reply));
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      await this.answerAdmitted(request, reply);
    } catch (error) {
      discardBody(request.raw, this.config.BODY_TIMEOUT);
      if (!(error instanceof CallerLeft)) throw this.withDirections(error);
      reply.hijack();
    }
  }

  private async answerAdmitted(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Without sessions there is no stream to open and nothing to end.
    if (request.method !== 'POST') {
      throw new ProblemError('request.method-not-allowed', { headers: { allow: 'POST' } });
    }
    this.requireOrigin(request);
    const { claims, headers } = await this.proxy.admit(request, MCP_PATH.slice(1));
    requireAssistant(claims);
    // No session is ever issued here, so any session id is unknown.
    if (request.headers['mcp-session-id'] !== undefined) {
      throw new ProblemError('request.route-not-found');
    }
    const parsedBody = parse(await this.proxy.readAdmitted(request, claims));
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = mcpServer({
      caller: new McpCaller({ proxy: this.proxy, bus: this.bus }, request, claims),
      requestId: contextOf(request)!.requestId,
      report: (error) => this.logger.error({ err: error, requestId: request.id }, 'call failed'),
    });
    await server.connect(transport);
    const answer = await transport.handleRequest(toStandard(request), { parsedBody });
    void reply.headers({ ...headers, ...Object.fromEntries(answer.headers) }).status(answer.status);
    await reply.send(await answer.text());
  }

  /** Tells callers without a valid token where to get one (RFC 9728). */
  private withDirections(error: unknown): unknown {
    if (!(error instanceof ProblemError) || error.status !== 401) return error;
    const said = error.options.headers?.['www-authenticate'] ?? 'Bearer';
    const address = `resource_metadata="${resourceMetadataAddress(this.publicOrigin)}"`;
    const separator = said === 'Bearer' ? ' ' : ', ';
    return new ProblemError(error.code, {
      ...error.options,
      headers: { ...error.options.headers, 'www-authenticate': said + separator + address },
    });
  }

  /** A page of another origin must not reach what the browser can reach (DNS rebinding). */
  private requireOrigin({ headers, host }: FastifyRequest): void {
    const { origin } = headers;
    if (origin === undefined || origin === this.publicOrigin) return;
    if (URL.canParse(origin) && new URL(origin).host === host) return;
    throw new ProblemError('auth.forbidden');
  }
}

/** Only tokens issued to assistants and programs; a browser's session is for the web app. */
function requireAssistant(
  claims: Readonly<AccessClaims> | null,
): asserts claims is Readonly<AccessClaims> {
  if (!claims) throw new ProblemError('auth.required', challenge());
  if (!claims.scopes) throw new ProblemError('auth.token-invalid', challenge('invalid_token'));
}

function parse(body: Buffer): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new ProblemError('request.body-malformed', { cause: error });
  }
  // One message per request (revision 2025-06-18): a batch would escape the limits.
  if (Array.isArray(parsed)) throw new ProblemError('request.body-malformed');
  return parsed;
}

function toStandard(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version'] as const) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://localhost${MCP_PATH}`, { method: 'POST', headers });
}
