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
import { EventJournal } from './outbox/event-journal';
import { Outbox } from './outbox/outbox';
import { OutboxRelay } from './outbox/outbox-relay';
import { StreamRecovery } from './outbox/stream-recovery';
import { createTransport } from './transport/create-transport';
import type { EventTransport } from './transport/event-transport';

/** Injection token of the service's transport. */
export const EVENT_TRANSPORT = Symbol('EVENT_TRANSPORT');

/** Connects listeners before the service listens, and stops everything in order. */
@Injectable()
export class EventsLifecycle implements ServiceExtension, OnApplicationBootstrap {
  private app: INestApplication | null = null;

  constructor(
    private readonly service: string,
    private readonly transport: EventTransport,
    private readonly relay: OutboxRelay,
    private readonly recovery: StreamRecovery | null,
  ) {}

  beforeListen(app: INestApplication): void {
    this.app = app;
    app.connectMicroservice(
      { strategy: new EventServer(this.service, this.transport) },
      { inheritAppConfig: false },
    );
  }

  /** Not earlier: now the database is open and has its indexes. */
  async onApplicationBootstrap(): Promise<void> {
    await this.transport.connect();
    await this.app?.startAllMicroservices();
    const { recovery, service } = this;
    if (recovery) {
      const names = [`${service}.republishEvents`];
      const answer = async () => ({ published: await recovery.republish({ again: true }) });
      await this.transport.answer({ service, names, answer });
    }
    this.relay.start();
    this.recovery?.start();
  }

  async beforeClose(): Promise<void> {
    await this.relay.stop();
    await this.recovery?.stop();
    await this.transport.close();
  }
}

/**
 * Ready once events flow for the first time. Later interruptions do not count: changes are still
 * accepted and wait in their documents. Not ready while a listener gets no events although the
 * server is there.
 */
@Injectable()
export class EventsHealth implements HealthCheck {
  readonly name = 'events';
  private wasConnected = false;

  constructor(
    private readonly transport: EventTransport,
    private readonly recovery: StreamRecovery | null,
  ) {}

  async check(): Promise<string | void> {
    this.wasConnected ||= this.transport.isConnected();
    if (!this.wasConnected) throw new Error('not connected');
    const trouble = this.transport.trouble?.();
    if (trouble) throw new Error(trouble);
    return this.recovery?.note ?? undefined;
  }
}

/**
 * Events of a service: listeners (`@OnEvent`, `@OnQuestion`), the bus (`EventBus`) and the outbox
 * of libs/persistence. Reads `NATS_URL`, `KAFKA_BROKERS` or `EVENTS=in-process`.
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
          useFactory: (
            transport: EventTransport,
            service: string,
            recovery: StreamRecovery | null,
          ) =>
            new OutboxRelay(transport, prometheusEventMetrics(), {
              service,
              onPublished: (event) => recovery?.published(event),
            }),
          inject: [EVENT_TRANSPORT, SERVICE_NAME, StreamRecovery],
        },
        {
          provide: StreamRecovery,
          useFactory: (transport: EventTransport, service: string, journal?: EventJournal) =>
            journal && transport.ownStream
              ? new StreamRecovery(transport, journal, prometheusEventMetrics(), { service })
              : null,
          inject: [EVENT_TRANSPORT, SERVICE_NAME, { token: EventJournal, optional: true }],
        },
        { provide: Outbox, useExisting: OutboxRelay },
        {
          provide: EventBus,
          useFactory: (transport: EventTransport) => new TransportEventBus(transport),
          inject: [EVENT_TRANSPORT],
        },
        {
          provide: EventsLifecycle,
          useFactory: (
            service: string,
            transport: EventTransport,
            relay: OutboxRelay,
            recovery: StreamRecovery | null,
          ) => new EventsLifecycle(service, transport, relay, recovery),
          inject: [SERVICE_NAME, EVENT_TRANSPORT, OutboxRelay, StreamRecovery],
        },
        provideExtension(EventsLifecycle),
        {
          provide: EventsHealth,
          useFactory: (transport: EventTransport, recovery: StreamRecovery | null) =>
            new EventsHealth(transport, recovery),
          inject: [EVENT_TRANSPORT, StreamRecovery],
        },
        provideHealthCheck(EventsHealth),
      ],
      exports: [EVENT_TRANSPORT, Outbox, OutboxRelay, EventBus],
    };
  }
}
