import { createRequire } from 'node:module';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import fastifyStatic from '@fastify/static';
import { locales, type Locale } from '@engawa/contracts';
import { InjectConfig, localeOf, type ServiceExtension } from '@engawa/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config';
import { apiHeaders, pageHeaders } from '../security/security-headers';
import { ApiDocument } from './api-document';

const titles: Readonly<Record<Locale, string>> = { ja: 'Engawa API（日本語）', en: 'Engawa API' };

const pageIn = (locale: Locale): string => `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${titles[locale]}</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/page.css">
  </head>
  <body>
    <nav><a href="/api/docs?language=ja" lang="ja">日本語</a> <a href="/api/docs?language=en" lang="en">English</a></nav>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

/** Swagger UI is designed for wide screens: on phones, addresses wrap and tables scroll. */
const style = `body { margin: 0; }
html.dark-mode { background: #1f1e1b; color: #ece9e2; }
html.dark-mode nav a { color: #8fb3e3; }
nav { padding: 8px 20px; text-align: right; font: 14px sans-serif; }
nav a { display: inline-block; padding: 8px; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .information-container { padding: 0 12px; }
  .swagger-ui .info { margin: 16px 0; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock-summary-control { flex-wrap: wrap; min-width: 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; word-break: break-word; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 4px 0 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; font-size: 20px; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; padding: 4px 0 0; }
  .swagger-ui .opblock-body, .swagger-ui .model-box { overflow-x: auto; }
  .swagger-ui table.parameters, .swagger-ui table.parameters tbody,
  .swagger-ui table.parameters tr, .swagger-ui table.parameters td { display: block; }
  .swagger-ui table.parameters thead { display: none; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; }
}
`;

const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
window.ui = SwaggerUIBundle({
  url: '/api/openapi.json?language=' + document.documentElement.lang,
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  // No check by a foreign server: the page asks this one alone.
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
});
`;

/** Serves `/api/openapi.json` and a page to browse it, without external resources. */
@Injectable()
export class DocsExtension implements ServiceExtension {
  private readonly documents: Readonly<Record<Locale, ApiDocument>>;

  constructor(@InjectConfig() private readonly config: GatewayConfig) {
    this.documents = { ja: new ApiDocument(config, 'ja'), en: new ApiDocument(config, 'en') };
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
      // Tools on other origins may read it; it contains no personal data.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    };
    fastify.get('/api/openapi.json', async (request, reply) => {
      const gzipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      const { body, etag } = await this.documents[languageOf(request) ?? 'en'].serve(gzipped);
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
      // With or without a trailing slash: the adapter takes both.
      scope.get('/api/docs', (request, reply) =>
        reply
          .headers({ ...forPage, vary: 'accept-language, cookie' })
          .type('text/html; charset=utf-8')
          .send(pageIn(languageOf(request) ?? localeOf(request.headers))),
      );
      scope.get('/api/docs/start.js', (_request, reply) =>
        reply.headers(forPage).type('text/javascript; charset=utf-8').send(start),
      );
      scope.get('/api/docs/page.css', (_request, reply) =>
        reply.headers(forPage).type('text/css; charset=utf-8').send(style),
      );
      for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
        scope.get(`/api/docs/${file}`, (_request, reply) => reply.headers(forPage).sendFile(file));
      }
    });
  }
}

/** The language that the address asks for; English by default. */
function languageOf(request: FastifyRequest): Locale | null {
  const { language } = request.query as { language?: unknown };
  return locales.find((locale) => locale === language) ?? null;
}
