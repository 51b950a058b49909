import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type { ServiceDefinition } from '../definition';
import { describeOperation, type Operation } from './describe-operation';
import { handlersOf } from './handlers';
import { SchemaComponents } from './schema-components';

/** The parts of an OpenAPI 3.1 document that are read. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  servers?: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, unknown>;
  components: {
    schemas: Record<string, unknown>;
    responses?: Record<string, unknown>;
    headers?: Record<string, unknown>;
    examples?: Record<string, unknown>;
    securitySchemes?: Record<string, unknown>;
  };
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** Builds the document of a service from its controllers, DTOs and answers. */
export function openApiOf(
  app: NestFastifyApplication,
  definition: Pick<ServiceDefinition, 'name' | 'title'>,
): OpenApiDocument {
  const config = new DocumentBuilder()
    .setTitle(`Engawa ${definition.name}`)
    .setDescription(definition.title ?? '')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer')
    .build();
  const handlers = new Map(
    handlersOf(app).map((handler) => [`${handler.controller}#${handler.method}`, handler]),
  );
  const raw = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller}#${method}`,
  });
  const components = new SchemaComponents();
  const paths: OpenApiDocument['paths'] = {};
  for (const [path, item] of Object.entries(raw.paths)) {
    for (const method of methods) {
      const found = (item as Record<string, { operationId?: string }>)[method];
      const handler = found?.operationId ? handlers.get(found.operationId) : undefined;
      if (!handler || !handler.marks.operationId) continue;
      (paths[path] ??= {})[method] = describeOperation(handler, {
        service: definition.name,
        path,
        method,
        components,
      });
    }
  }
  return {
    openapi: '3.1.0',
    info: raw.info,
    tags: [
      { name: definition.name, ...(definition.title ? { description: definition.title } : {}) },
    ],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
      securitySchemes: raw.components?.securitySchemes as Record<string, unknown>,
    },
  };
}

/** `GET /openapi.json`; built at the first request. */
export function addOpenApiRoute(
  app: NestFastifyApplication,
  definition: Pick<ServiceDefinition, 'name' | 'title'>,
): void {
  let document: OpenApiDocument | null = null;
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  fastify.get('/openapi.json', async () => (document ??= openApiOf(app, definition)));
}
