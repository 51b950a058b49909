import type { FastifyInstance, RouteOptions } from 'fastify';
import { ProblemError } from '../problem/problem-error';

/** Every method that some operation takes. */
const usual = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** The methods of an address, for a 405 answer (RFC 9110, 15.5.6). */
export class AllowedMethods {
  private readonly routes: { pattern: RegExp; method: string }[] = [];

  /** Call before routes are added. */
  follow(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }: RouteOptions) => {
      // Wildcard routes, such as the not-found handler, are ignored.
      if (url.includes('*')) return;
      const pattern = new RegExp(
        `^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`,
      );
      for (const one of [method].flat()) this.routes.push({ pattern, method: one });
    });
    // Before Fastify looks at the body: it wants one of QUERY, and knows nothing of PROPFIND.
    fastify.addHook('onRequest', async ({ method, url }) => {
      if (usual.includes(method)) return;
      const methods = this.of(url);
      throw new ProblemError('request.method-not-allowed', {
        headers: { allow: (methods.length > 0 ? methods : usual).join(', ') },
      });
    });
  }

  /** Sorted methods of an address; empty when it is unknown. Accepts a path with query. */
  of(address: string): string[] {
    const [pathname] = address.split('?', 1) as [string];
    const found = this.routes.filter(({ pattern }) => pattern.test(pathname));
    return [...new Set(found.map(({ method }) => method))].sort();
  }
}
