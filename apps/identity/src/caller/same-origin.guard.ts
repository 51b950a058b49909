import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { InjectConfig, ProblemError } from '@engawa/service-kit';
import type { FastifyRequest } from 'fastify';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Rejects requests that a page of another origin made a browser send, including neighbouring hosts,
 * which `SameSite` cookies do not stop. Clients other than browsers send neither header.
 */
@Injectable()
export class SameOriginGuard implements CanActivate {
  private readonly publicOrigin: string;

  constructor(@InjectConfig() config: { ENGAWA_PUBLIC_URL: string }) {
    this.publicOrigin = new URL(config.ENGAWA_PUBLIC_URL).origin;
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (safeMethods.has(request.method) || this.isSameOrigin(request)) return true;
    throw new ProblemError('identity.session.cross-origin');
  }

  private isSameOrigin(request: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (site !== undefined) return site === 'same-origin';
    // Browsers send `Sec-Fetch-Site` only to https and localhost.
    return origin === undefined || origin === this.publicOrigin || hostOf(origin) === request.host;
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
