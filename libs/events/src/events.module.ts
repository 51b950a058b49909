import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import type { INestApplication, OnApplicationBootstrap } from '@nestjs/common';
import {
  parseConfig,
  provideExtension,
  provideHealthCheck,
  SERVICE_ENV,
  SERVICE_NAME,
  type Environment,
  type HealthCheck,
  type ServiceExtension,
} from '@engawa/service-kit';
import { EventBus, TransportEventBus } from './event-bus';
import { prometheusEventMetrics } from './event-metrics';
import { eventsConfig } from './events.options';
import { EventServer } from './listener/event-server';
import { Outbox } from './outbox/outbox';
import { OutboxRelay } from './outbox/outbox-relay';
import { createTransport } from './transport/create-transport';
import type { EventTransport } from './transport/event-transport';

/** Token of the service's transport. */
export const EVENT_TRANSPORT = Symbol('EVENT_TRANSPORT');

/** Connects listeners before the service listens; lets go in the right order when it stops. */
@Injectable()
export class EventsLifecycle implements ServiceExtension, OnApplicationBootstrap {
  private app: INestApplication | null = null;

  constructor(
    private readonly service: string,
    private readonly transport: EventTransport,
    private readonly relay: OutboxRelay,
  ) {}

  beforeListen(app: INestApplication): void {
    this.app = app;
    app.connectMicroservice(
      { strategy: new EventServer(this.service, this.transport) },
      { inheritAppConfig: false },
    );
  }

  /** Only now: the database is open and its indexes are there. */
  async onApplicationBootstrap(): Promise<void> {
    await this.transport.connect();
    await this.app?.startAllMicroservices();
    this.relay.start();
  }

  async beforeClose(): Promise<void> {
    await this.relay.stop();
    await this.transport.close();
  }
}

/**
 * Ready as soon as events flow for the first time. Later losses do not count: changes are still
 * taken and wait in their documents, so taking the service out would only make things worse.
 */
@Injectable()
export class EventsHealth implements HealthCheck {
  readonly name = 'events';
  private wasConnected = false;

  constructor(private readonly transport: EventTransport) {}

  async check(): Promise<void> {
    this.wasConnected ||= this.transport.isConnected();
    if (!this.wasConnected) throw new Error('not connected');
  }
}

/**
 * Events of a service: listeners (`@OnEvent`, `@OnQuestion`), the bus (`EventBus`) and the outbox
 * that the repositories of libs/persistence write to. Reads `NATS_URL`, `KAFKA_BROKERS` or
 * `EVENTS=in-process`.
 */
@Module({})
export class EventsModule {
  static forRoot(): DynamicModule {
    return {
      module: EventsModule,
      global: true,
      providers: [
        {
          provide: EVENT_TRANSPORT,
          useFactory: (env: Environment, service: string) =>
            createTransport(parseConfig(eventsConfig, env), service, prometheusEventMetrics()),
          inject: [SERVICE_ENV, SERVICE_NAME],
        },
        {
          provide: OutboxRelay,
          useFactory: (transport: EventTransport, service: string) =>
            new OutboxRelay(transport, prometheusEventMetrics(), { service }),
          inject: [EVENT_TRANSPORT, SERVICE_NAME],
        },
        { provide: Outbox, useExisting: OutboxRelay },
        {
          provide: EventBus,
          useFactory: (transport: EventTransport) => new TransportEventBus(transport),
          inject: [EVENT_TRANSPORT],
        },
        {
          provide: EventsLifecycle,
          useFactory: (service: string, transport: EventTransport, relay: OutboxRelay) =>
            new EventsLifecycle(service, transport, relay),
          inject: [SERVICE_NAME, EVENT_TRANSPORT, OutboxRelay],
        },
        provideExtension(EventsLifecycle),
        {
          provide: EventsHealth,
          useFactory: (transport: EventTransport) => new EventsHealth(transport),
          inject: [EVENT_TRANSPORT],
        },
        provideHealthCheck(EventsHealth),
      ],
      exports: [EVENT_TRANSPORT, Outbox, OutboxRelay, EventBus],
    };
  }
}
