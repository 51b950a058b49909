import { createRequire } from 'node:module';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import fastifyStatic from '@fastify/static';
import { InjectConfig, type ServiceExtension } from '@engawa/service-kit';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../gateway.config';
import { apiHeaders, pageHeaders } from '../security/security-headers';
import { ApiDocument } from './api-document';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Engawa API</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const start = `window.ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  // No check by a foreign server: the page asks this one alone.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
});
`;

/** `/api/openapi.json`, and a page to browse it, all from here. */
@Injectable()
export class DocsExtension implements ServiceExtension {
  readonly document: ApiDocument;

  constructor(@InjectConfig() private readonly config: GatewayConfig) {
    this.document = new ApiDocument(config);
  }

  async beforeListen(
    app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0],
  ): Promise<void> {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    const forPage = { ...pageHeaders(this.config), 'cache-control': 'public, max-age=300' };
    const forDocument = {
      ...apiHeaders(this.config),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      // Third parties' tools may read it from their own pages; it holds nothing of anyone.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    };
    fastify.get('/api/openapi.json', async (request, reply) => {
      const gzipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      const { body, etag } = await this.document.serve(gzipped);
      void reply.headers({ ...forDocument, etag, vary: 'accept-encoding' });
      if (request.headers['if-none-match'] === etag) return reply.status(304).send();
      if (gzipped) void reply.header('content-encoding', 'gzip');
      return reply.send(body);
    });
    await fastify.register(async (scope) => {
      await scope.register(fastifyStatic, {
        root: path.dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json')),
        prefix: '/api/docs/',
        serve: false,
        cacheControl: false,
      });
      // With or without a slash at the end: the adapter takes both.
      scope.get('/api/docs', (_request, reply) =>
        reply.headers(forPage).type('text/html; charset=utf-8').send(page),
      );
      scope.get('/api/docs/start.js', (_request, reply) =>
        reply.headers(forPage).type('text/javascript; charset=utf-8').send(start),
      );
      for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
        scope.get(`/api/docs/${file}`, (_request, reply) => reply.headers(forPage).sendFile(file));
      }
    });
  }
}
