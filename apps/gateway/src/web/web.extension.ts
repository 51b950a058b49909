import { existsSync } from 'node:fs';
import path from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import fastifyStatic from '@fastify/static';
import { InjectConfig, ProblemError, type ServiceExtension } from '@engawa/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config';
import { apiHeaders, pageHeaders } from '../security/security-headers';
import { webReportTarget } from './error-reporting';
import { PAGE_CACHE, WebFiles } from './web-files';

/** The web app: its files, and its page for every address of the app. */
@Injectable()
export class WebExtension implements ServiceExtension {
  private readonly logger = new Logger('Web');

  constructor(@InjectConfig() private readonly config: GatewayConfig) {}

  async beforeListen(
    app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0],
  ): Promise<void> {
    const { WEB_DIR } = this.config;
    if (!WEB_DIR) return;
    const dir = path.resolve(WEB_DIR);
    const files = existsSync(dir) ? new WebFiles(dir) : null;
    if (!files?.hasPage) {
      this.logger.warn(`WEB_DIR ${dir} holds no built web app: only the API answers.`);
      return;
    }
    const headers = pageHeaders(this.config, files.scriptsInPage());
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    this.addReportTarget(fastify);
    await fastify.register(async (scope) => {
      await scope.register(fastifyStatic, {
        root: dir,
        serve: false,
        preCompressed: true,
        cacheControl: false,
      });
      const answer = (request: FastifyRequest, reply: FastifyReply) => {
        const target = files.find(request.raw.url!.split('?', 1)[0]!);
        if (target.kind === 'none') throw new ProblemError('request.route-not-found');
        void reply.headers({
          ...headers,
          'cache-control': target.kind === 'file' ? target.cacheControl : PAGE_CACHE,
        });
        return reply.sendFile(target.kind === 'file' ? target.file : 'index.html');
      };
      scope.get('/', answer);
      scope.get('/*', answer);
    });
  }

  /** The app asks this with its first error; 204 means that no receiver is configured. */
  private addReportTarget(fastify: FastifyInstance): void {
    const target = webReportTarget(this.config);
    const headers = { ...apiHeaders(this.config), 'cache-control': 'no-cache' };
    fastify.get('/api/error-reporting', (_request, reply) => {
      void reply.headers(headers);
      if (!target) return reply.status(204).send();
      return reply.send({ url: target.url, environment: this.config.ENGAWA_ENVIRONMENT ?? null });
    });
  }
}
