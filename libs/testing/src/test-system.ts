import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import { type EventDefinition, id } from '@engawa/contracts';
import { generateTokenKeys } from '@engawa/auth';
import {
  createTransport,
  EventBus,
  newEvent,
  type EventOf,
  type EventTransport,
  type NewEvent,
} from '@engawa/events';
import { startService, type RunningService, type ServiceDefinition } from '@engawa/service-kit';
import { EventRecorder } from './event-recorder';
import { recordExample } from './example-recorder';
import { dropNamespace } from './namespace';
import { TestCaller, callerOf, type StaffClaims } from './test-caller';
import { startTestInfrastructure } from './test-infrastructure';

// Any service definition, whatever its configuration.
type AnyService = Pick<ServiceDefinition, 'name' | 'title' | 'bare'> & {
  config: ServiceDefinition['config'];
  module: Type | ((config: never) => DynamicModule);
};

export interface TestServiceOptions {
  /** Additional environment of the services. */
  env?: Record<string, string>;
}

export interface TestSystem {
  readonly namespace: string;
  /** Environment that the services were started with. */
  readonly env: Readonly<Record<string, string>>;
  /** Running services by name. */
  readonly services: Readonly<Record<string, RunningService>>;
  /** Records every event of the namespace. */
  readonly events: EventRecorder;
  /** A signed-in caller of a service (default: the first). */
  asStaff(claims?: StaffClaims, service?: string): TestCaller;
  anonymous(service?: string): TestCaller;
  /** Publishes an event as another service would; returns its envelope. */
  publish<Definition extends EventDefinition>(
    definition: Definition,
    event: Partial<NewEvent<Definition>> & Pick<NewEvent<Definition>, 'data'>,
  ): Promise<EventOf<Definition>>;
  /** Stops a service and starts it again, with changes of its environment. */
  restart(service: string, changes?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

const silent = { LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent', NODE_ENV: 'test' };

/** Starts several services in one namespace with real HTTP, database and events. */
export async function startTestSystem(
  options: TestServiceOptions & { services: readonly AnyService[] },
): Promise<TestSystem> {
  const needsDatabase = options.services.some(({ config }) => 'MONGODB_URI' in config.shape);
  const infrastructure = await startTestInfrastructure({ database: needsDatabase });
  const namespace = `t${randomBytes(6).toString('hex')}`;
  const keys = generateTokenKeys();
  const env: Record<string, string> = {
    ...silent,
    ...infrastructure.env,
    ...keys,
    ENGAWA_SECRET_KEY: randomBytes(32).toString('base64'),
    ENGAWA_PUBLIC_URL: 'http://localhost:4000',
    ENGAWA_NAMESPACE: namespace,
    // Tests act as the gateway and set the caller's address.
    TRUST_PROXY: 'loopback',
    FILES_DIR: path.join(tmpdir(), `engawa-files-${namespace}`),
    ...options.env,
  };
  const services: Record<string, RunningService> = {};
  const transport = await createTransport(env, 'testing');
  const events = new EventRecorder();
  const cleanUp = async () => {
    for (const service of Object.values(services).reverse()) await service.stop();
    await dropNamespace(namespace, env, transport);
    await transport.close();
    await infrastructure.stop();
    await rm(path.join(tmpdir(), `engawa-files-${namespace}`), { recursive: true, force: true });
  };
  try {
    await transport.connect();
    await transport.follow(
      (event) => events.add(event),
      () => undefined,
    );
    for (const definition of options.services) {
      const service = await startService(definition as ServiceDefinition, {
        env,
        port: 0,
        checkAnswers: true,
        onAnswer: recordExample,
      });
      services[definition.name] = service;
      // Nobody starts the services that a test leaves out.
      if (options.services.length === 1) service.app.get(EventBus).waitsForListeners = false;
      // A gateway started later finds it.
      env[`${definition.name.toUpperCase()}_URL`] ??= service.url;
    }
  } catch (error) {
    await cleanUp().catch(() => undefined);
    throw error;
  }
  return systemOf(
    { namespace, env, services, events, transport, definitions: options.services },
    cleanUp,
  );
}

function systemOf(
  parts: Pick<TestSystem, 'namespace' | 'env' | 'events'> & {
    services: Record<string, RunningService>;
    transport: EventTransport;
    definitions: readonly AnyService[];
  },
  cleanUp: () => Promise<void>,
): TestSystem {
  const { services, env, transport, definitions } = parts;
  const urlOf = (name = definitions[0]!.name) => {
    const service = services[name];
    if (!service) throw new Error(`${name} does not run in this test`);
    return service.url;
  };
  return {
    namespace: parts.namespace,
    env,
    services,
    events: parts.events,
    asStaff: (claims = {}, service) =>
      callerOf(urlOf(service), env['ENGAWA_TOKEN_PRIVATE_KEY']!, claims),
    anonymous: (service) => new TestCaller(urlOf(service), null, null),
    publish: async (definition, event) => {
      const [, type = 'thing'] = definition.name.split('.');
      const made = newEvent(definition, {
        space: 'space-a',
        actor: null,
        aggregate: { type, id: idOf(event.data) },
        version: 1,
        ...event,
      });
      await transport.publish(made);
      return made;
    },
    restart: async (name, changes = {}) => {
      const { port } = services[name]!;
      await services[name]!.stop();
      const definition = definitions.find((candidate) => candidate.name === name)!;
      services[name] = await startService(definition as ServiceDefinition, {
        env: { ...env, ...changes },
        port,
        checkAnswers: true,
      });
    },
    stop: cleanUp,
  };
}

/** The id in the first field of the data; `unknown` where that holds something else. */
function idOf(data: unknown): string {
  const first = id.safeParse(Object.values((data ?? {}) as Record<string, unknown>)[0]);
  return first.success ? first.data : 'unknown';
}

export type TestService = TestSystem & { readonly url: string; readonly running: RunningService };

/** Starts one service with everything it needs. */
export async function startTestService(
  definition: AnyService,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const system = await startTestSystem({ ...options, services: [definition] });
  return Object.defineProperties({ ...system } as TestService, {
    url: { get: () => system.services[definition.name]!.url },
    running: { get: () => system.services[definition.name]! },
  });
}
