import { type DynamicModule, Inject, Injectable, Module } from '@nestjs/common';
import type { INestApplication, OnApplicationBootstrap } from '@nestjs/common';
import {
  type Environment,
  type HealthCheck,
  InjectServiceName,
  parseConfig,
  provideExtension,
  provideHealthCheck,
  SERVICE_ENV,
  SERVICE_NAME,
  type ServiceExtension,
} from '@engawa/service-kit';
import { EventBus } from './event-bus';
import { eventsConfig } from './events-options';
import { EventServer } from './listener/event-server';
import { EventJournal } from './outbox/event-journal';
import { Outbox } from './outbox/outbox';
import { OutboxRelay } from './outbox/outbox-relay';
import { StreamRecovery } from './outbox/stream-recovery';
import { createTransport, type LoadTransport } from './transport/create-transport';
import type { EventTransport } from './transport/event-transport';

/** Injection token of the service's transport. */
export const EVENT_TRANSPORT = Symbol('EVENT_TRANSPORT');

/** Connects listeners before the service listens, and stops everything in order. */
@Injectable()
export class EventsLifecycle implements ServiceExtension, OnApplicationBootstrap {
  private app: INestApplication | null = null;

  constructor(
    @InjectServiceName() private readonly service: string,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
    private readonly relay: OutboxRelay,
    @Inject(StreamRecovery) private readonly recovery: StreamRecovery | null,
  ) {}

  /** Registers the listeners; the delivery starts in `onApplicationBootstrap`. */
  beforeListen(app: INestApplication): void {
    this.app = app;
    const strategy = new EventServer(this.service, this.transport);
    app.connectMicroservice({ strategy }, { inheritAppConfig: false });
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

  /** Stops the relay first, because it publishes through the transport. */
  async beforeClose(): Promise<void> {
    await this.relay.stop();
    await this.recovery?.stop();
    await this.transport.close();
  }
}

/**
 * Ready once events flow for the first time. Later interruptions do not count: changes are still
 * accepted and wait in their documents. Not ready while a listener gets no events although the
 * server is there, or once the client has closed its connection.
 */
@Injectable()
export class EventsHealth implements HealthCheck {
  readonly name = 'events';
  private wasConnected = false;

  constructor(
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
    @Inject(StreamRecovery) private readonly recovery: StreamRecovery | null,
  ) {}

  /** Resolves to the note about a lost stream, if any; rejects with what is wrong. */
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
 * of libs/persistence. Reads `NATS_URL` or `KAFKA_BROKERS`; `kafka` loads libs/events-kafka where it
 * is chosen.
 */
@Module({})
export class EventsModule {
  /** Imported once by the root module of a service. */
  static forRoot({ kafka }: { kafka?: LoadTransport } = {}): DynamicModule {
    return {
      module: EventsModule,
      global: true,
      providers: [
        {
          provide: EVENT_TRANSPORT,
          useFactory: (env: Environment, service: string) => createTransport(env, service, kafka),
          inject: [SERVICE_ENV, SERVICE_NAME],
        },
        {
          provide: StreamRecovery,
          useFactory: (transport: EventTransport, service: string, journal?: EventJournal) =>
            journal && transport.ownStream
              ? new StreamRecovery(transport, journal, { service })
              : null,
          inject: [EVENT_TRANSPORT, SERVICE_NAME, { token: EventJournal, optional: true }],
        },
        {
          provide: OutboxRelay,
          useFactory: (
            transport: EventTransport,
            service: string,
            env: Environment,
            recovery?: StreamRecovery,
          ) =>
            new OutboxRelay(transport, {
              service,
              sweepEvery: parseConfig(eventsConfig, env).EVENTS_TAKE_OVER,
              onPublished: (event) => recovery?.published(event),
            }),
          inject: [EVENT_TRANSPORT, SERVICE_NAME, SERVICE_ENV, StreamRecovery],
        },
        { provide: Outbox, useExisting: OutboxRelay },
        {
          provide: EventBus,
          useFactory: (transport: EventTransport) => new EventBus(transport),
          inject: [EVENT_TRANSPORT],
        },
        EventsLifecycle,
        provideExtension(EventsLifecycle),
        EventsHealth,
        provideHealthCheck(EventsHealth),
      ],
      exports: [EVENT_TRANSPORT, Outbox, OutboxRelay, EventBus],
    };
  }
}
