import { claimsCan } from '@engawa/auth';
import type { AccessClaims, Locale, Permission, Problem } from '@engawa/contracts';
import type { EventBus } from '@engawa/events';
import { QuestionUnanswered } from '@engawa/events';
import { ProblemError, contextOf, networkOf } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';
import type { ProxyExtension } from '../proxy/proxy.extension';
import type { ServiceCall } from '../proxy/upstream-pool';

/** The REST API refused a call. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';

  constructor(readonly problem: Problem) {
    super(problem.title);
  }
}

type Query = Readonly<Record<string, string | number | null | undefined>>;
interface Write {
  body: object;
  idempotencyKey?: string | undefined;
  /** For `If-Match`. */
  version?: number;
}

/**
 * The assistant's access to the REST API: its calls are treated as any other request, with the same
 * token, limits and services.
 */
export class McpCaller {
  readonly locale: Locale;

  constructor(
    private readonly parts: { proxy: ProxyExtension; bus: EventBus },
    private readonly request: FastifyRequest,
    readonly claims: Readonly<AccessClaims>,
  ) {
    this.locale = contextOf(request)!.locale;
  }

  can(permission: Permission): boolean {
    return claimsCan(this.claims, permission);
  }

  get<Body>(path: string, query: Query = {}): Promise<Body> {
    const text = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) text.set(name, String(value));
    }
    return this.call({ method: 'GET', path: text.size > 0 ? `${path}?${text}` : path });
  }

  post<Body>(path: string, write: Write): Promise<Body> {
    return this.call({ method: 'POST', path }, write);
  }

  patch<Body>(path: string, write: Write): Promise<Body> {
    return this.call({ method: 'PATCH', path }, write);
  }

  /** Records in the audit log which tool or resource is used; never its arguments (API-5). */
  async recordUse(name: string): Promise<void> {
    const { space, sub, sid } = this.claims;
    const use = { space, staffId: sub, tokenId: sid, name, ...this.origin() };
    try {
      await this.parts.bus.ask('identity.recordAssistantUse', use);
    } catch (error) {
      if (!(error instanceof QuestionUnanswered)) throw error;
      throw new ProblemError('gateway.service.unreachable', { cause: error });
    }
  }

  private async call<Body>(
    asked: Pick<ServiceCall, 'method' | 'path'>,
    write?: Write,
  ): Promise<Body> {
    const { authorization = '', 'user-agent': userAgent = '' } = this.request.raw.headers;
    const { status, body } = await this.parts.proxy.call(this.request, this.claims, {
      method: asked.method,
      path: `/api/v1${asked.path}`,
      headers: {
        authorization,
        'user-agent': userAgent,
        'accept-language': this.locale,
        ...(write && { 'content-type': 'application/json' }),
        ...(write?.idempotencyKey && { 'idempotency-key': write.idempotencyKey }),
        ...(write?.version && { 'if-match': `"${write.version}"` }),
      },
      ...(write && { body: JSON.stringify(write.body) }),
    });
    if (status >= 400) throw new RefusedCall(body as Problem);
    return body as Body;
  }

  private origin(): { network: string; userAgent: string } {
    const userAgent = this.request.raw.headers['user-agent'] ?? '';
    return { network: networkOf(this.request.ip), userAgent: userAgent.slice(0, 300) };
  }
}
