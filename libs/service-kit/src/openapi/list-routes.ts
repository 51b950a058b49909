import type { OpenApiDocument } from './openapi-document';

/** One operation of the REST API and who may call it. */
export interface Route {
  method: string;
  /** With `{name}` for parameters. */
  path: string;
  operationId: string;
  /** A permission, or `public` or `signed-in`. */
  access: 'public' | 'signed-in' | (string & {});
  /** Also open before the caller has chosen a password. */
  beforeOnboarding: boolean;
}

/** Every operation of a document, sorted by path and method. */
export function listRoutes(openapi: Pick<OpenApiDocument, 'paths'>): Route[] {
  return Object.entries(openapi.paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const permission = operation['x-permission'];
        const isPublic = operation.security?.length === 0;
        return {
          method: method.toUpperCase(),
          path,
          operationId: operation.operationId,
          access: isPublic ? 'public' : typeof permission === 'string' ? permission : 'signed-in',
          beforeOnboarding: isPublic || operation['x-before-onboarding'] === true,
        };
      }),
    )
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
}
