import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { baseConfig, servicePorts, type BaseConfig } from '../config/base-config';
import { ConfigModule } from '../config/config.module';
import { parseConfig, type Environment } from '../config/parse-config';
import type { ServiceDefinition } from '../definition';
import {
  HEALTH_CHECKS,
  SERVICE_EXTENSIONS,
  contributionsOf,
  type HealthCheck,
  type ServiceExtension,
} from '../extension';
import { addHealthRoutes, checkHealth, type HealthReport } from '../health/health';
import { InputPipe } from '../input/input.pipe';
import { requestLogger, sharedLogger } from '../log/logger';
import { addMetrics } from '../metrics/metrics';
import { addOpenApiRoute } from '../openapi/openapi-document';
import { ProblemFilter } from '../problem/problem.filter';
import { ServiceAdapter, type Answered } from './adapter';
import { AllowedMethods } from './allowed-methods';
import { addLeftCallerCheck } from './left-callers';
import { observe } from './observe';
import { addContextHooks, addQueryCheck } from './request-hooks';
import { addRequestLog } from './request-log';

export const BASE_PATH = 'api/v1';

const CONNECTIONS_POLL_MS = 50;

export interface StartOptions {
  /** Default: the process's environment. */
  env?: Environment;
  /** 0 picks a free port. Default: `PORT`, else the service's own. */
  port?: number;
  host?: string;
  /** Validates each answer against its schema; for tests. */
  checkAnswers?: boolean;
  /** Sees each answer as the caller gets it: for tests that record examples. */
  onAnswer?: (answered: Answered) => void;
}

export interface RunningService {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly app: NestFastifyApplication;
  readonly config: Readonly<BaseConfig & Record<string, unknown>>;
  /** Readiness with the result of each check. */
  readiness(): Promise<HealthReport>;
  /** Rejects new requests, lets running ones end, closes everything. */
  stop(): Promise<void>;
}

/** Starts a service in this process. Throws `ConfigError` for a wrong environment. */
export async function startService<Schema extends z.ZodObject>(
  definition: ServiceDefinition<Schema>,
  options: StartOptions = {},
): Promise<RunningService> {
  const env = options.env ?? process.env;
  const schema = baseConfig.extend(definition.config.shape);
  const config = parseConfig(schema, env) as unknown as Readonly<BaseConfig & z.infer<Schema>>;
  const logger = sharedLogger(config.LOG_LEVEL);
  const module =
    'prototype' in definition.module && definition.module.prototype !== undefined
      ? (definition.module as new () => object)
      : (definition.module as (c: typeof config) => import('@nestjs/common').DynamicModule)(config);

  const allowed = new AllowedMethods();
  const filter = new ProblemFilter({ bodyLimit: config.BODY_LIMIT }, allowed);
  const adapter = new ServiceAdapter(config, filter, options);
  const fastify = adapter.getInstance<FastifyInstance>();
  allowed.follow(fastify);
  addContextHooks(fastify, definition.name);
  if (!definition.bare) addQueryCheck(fastify);
  addRequestLog(fastify, requestLogger(config.LOG_LEVEL), definition.bare ?? false);
  addMetrics(fastify, definition.name);
  addLeftCallerCheck(fastify);
  const stopObserving = await observe(fastify, definition.name, env);
  const state = { stopping: false };
  // A request that arrives while its connection is closed would fail: clients leave first.
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (state.stopping) reply.raw.shouldKeepAlive = false;
    done();
  });
  let checks: HealthCheck[] = [];
  const readiness = async (): Promise<HealthReport> =>
    state.stopping ? { status: 'stopping', checks: {} } : checkHealth(checks);
  addHealthRoutes(fastify, readiness);

  const app = await NestFactory.create<NestFastifyApplication>(
    {
      module: class ServiceModule {},
      imports: [ConfigModule.forRoot(definition.name, config, env), module],
    },
    adapter,
    { logger, bodyParser: false, abortOnError: false, forceCloseConnections: false },
  );
  let extensions: ServiceExtension[] = [];
  try {
    if (!definition.bare) {
      app.setGlobalPrefix(BASE_PATH);
    }
    app.useGlobalPipes(new InputPipe());
    app.useGlobalFilters(filter);
    if (!definition.bare) addOpenApiRoute(app, definition);
    extensions = contributionsOf<ServiceExtension>(app, SERVICE_EXTENSIONS);
    checks = contributionsOf<HealthCheck>(app, HEALTH_CHECKS);
    for (const extension of extensions) await extension.beforeListen?.(app);
    const host = options.host ?? config.HOST;
    const port = options.port ?? config.PORT ?? servicePorts[definition.name] ?? 0;
    await app.listen({ port, host });
    const address = app.getHttpServer().address() as AddressInfo;
    const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    const reach = ['0.0.0.0', '[::]'].includes(shown) ? '127.0.0.1' : shown;
    const log = new Logger('Service');
    log.log({ service: definition.name, port: address.port }, 'listens');

    let stopped: Promise<void> | null = null;
    const stop = async () => {
      state.stopping = true;
      for (const extension of extensions) await extension.beforeStop?.(app);
      await emptyConnections(fastify, config.STOP_LINGER);
      await closeServer(fastify, config.STOP_TIMEOUT);
      await closeAll(app, extensions);
      log.log({ service: definition.name }, 'stopped');
      await stopObserving();
    };
    return {
      name: definition.name,
      url: `http://${reach}:${address.port}`,
      port: address.port,
      app,
      config: config as RunningService['config'],
      readiness,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await closeAll(app, extensions).catch(() => undefined);
    await stopObserving();
    throw error;
  }
}

/** Waits until clients have left their connections, up to a limit. */
async function emptyConnections(fastify: FastifyInstance, limitMs: number): Promise<void> {
  const count = () =>
    new Promise<number>((resolve) => fastify.server.getConnections((_error, n) => resolve(n)));
  for (const end = Date.now() + limitMs; Date.now() < end && (await count()) > 0;)
    await sleep(CONNECTIONS_POLL_MS);
}

/** Waits for running requests up to a limit, then cuts them off. */
async function closeServer(fastify: FastifyInstance, timeout: number): Promise<void> {
  const server = fastify.server;
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A busy keep-alive connection becomes idle later; close idle ones repeatedly until none is left.
  const sweeper = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(sweeper);
  clearTimeout(cut);
}

async function closeAll(
  app: NestFastifyApplication,
  extensions: readonly ServiceExtension[],
): Promise<void> {
  for (const extension of [...extensions].reverse()) await extension.beforeClose?.(app);
  await app.close();
}
