import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { challenge, claimsCan } from '@engawa/auth';
import type { EventEnvelope } from '@engawa/contracts';
import { EVENT_TRANSPORT, EventBus, type EventTransport } from '@engawa/events';
import { InjectConfig, ProblemError, type ServiceExtension } from '@engawa/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../gateway.config';
import { apiHeaders } from '../security/security-headers';
import { RevokedSessions } from '../token/revoked-sessions';
import { TokenCheck } from '../token/token-check';
import { LiveHub } from './live-hub';
import { LiveSocket } from './live-socket';
import { replayRevocations } from './revocation-replay';

const HEARTBEAT = 15_000;
const EXPIRY_CHECK = 1_000;
/** How long a stream lasts that a client opens while the gateway stops, in ms. */
const STREAM_WHILE_STOPPING = 1_000;
const idForm = /^[A-Za-z0-9_-]{1,64}$/;
const ageForm = /^\d{1,9}$/;

/** `GET /api/v1/live`: the events of the caller's space, as they happen. */
@Injectable()
export class LiveExtension implements ServiceExtension, OnApplicationBootstrap {
  private readonly headers: Readonly<Record<string, string>>;
  private readonly timers: NodeJS.Timeout[] = [];
  private stopFollowing: (() => void) | null = null;
  private stopping = false;
  private readonly logger = new Logger('Live');

  constructor(
    @InjectConfig() private readonly config: GatewayConfig,
    @Inject(EVENT_TRANSPORT) private readonly transport: EventTransport,
    private readonly bus: EventBus,
    private readonly revoked: RevokedSessions,
    private readonly hub: LiveHub,
    private readonly tokens: TokenCheck,
  ) {
    this.headers = {
      ...apiHeaders(config),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      // Buffering proxies would delay the stream.
      'x-accel-buffering': 'no',
      // When a gateway that stops ends the stream, the client must not reconnect on this connection.
      connection: 'close',
    };
  }

  beforeListen(app: Parameters<NonNullable<ServiceExtension['beforeListen']>>[0]): void {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    // Without HEAD: it would be an endless stream that nobody reads.
    const options = { exposeHeadRoute: false };
    fastify.get('/api/v1/live', options, (request, reply) => this.open(request, reply));
    this.timers.push(
      setInterval(() => this.hub.heartbeat(), HEARTBEAT),
      setInterval(() => this.hub.endExpired(), EXPIRY_CHECK),
    );
  }

  /** Subscribes as soon as events are reachable; readiness waits for it, startup does not. */
  onApplicationBootstrap(): void {
    this.follow().catch((error: unknown) => {
      if (!this.stopping) this.logger.error({ err: error }, 'cannot follow events');
    });
  }

  beforeStop(): void {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    this.hub.endAll();
  }

  beforeClose(): void {
    this.stopFollowing?.();
  }

  private async follow(): Promise<void> {
    const onEvent = (event: EventEnvelope) => {
      this.revoked.apply(event);
      this.hub.accept(event);
    };
    const replay = () =>
      replayRevocations(
        this.transport,
        (event) => this.revoked.apply(event),
        () => this.stopping,
      );
    this.stopFollowing = await this.bus.follow(onEvent, () => {
      this.hub.reset();
      void replay();
    });
    // Streams that were opened before may have missed events.
    this.hub.reset();
    await replay();
  }

  private async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const claims = await this.tokens.check(request);
    if (!claims) throw new ProblemError('auth.required', challenge());
    if (!claims.initialPasswordChanged) throw new ProblemError('auth.onboarding-required');
    if (!claimsCan(claims, 'session.read')) throw new ProblemError('auth.forbidden');
    this.hub.requireRoom(claims, this.config.LIVE_STREAMS_PER_STAFF);
    const last = request.headers['last-event-id'];
    const lastEventId = typeof last === 'string' && last !== '' ? last : null;
    reply.hijack();
    // The caller left during the check: no event would end the stream.
    if (reply.raw.destroyed) return;
    request.raw.socket.setNoDelay(true);
    reply.raw.writeHead(200, { ...this.headers, 'x-request-id': request.id });
    const socket = new LiveSocket(reply.raw, claims, (closed) => this.hub.leave(closed));
    // An id that none of our streams issued is treated as one that is too old.
    const known = lastEventId !== null && !idForm.test(lastEventId) ? '-' : lastEventId;
    this.hub.join(socket, known, ageOf(request.query));
    // The client reused a connection to this gateway; its next one leads to another. A stream that
    // ended at once would make it come back without a pause.
    if (this.stopping) setTimeout(() => socket.end(), STREAM_WHILE_STOPPING);
  }
}

/** The parameter `age`; without a limit if it is no number of ms, null without it. */
function ageOf(query: unknown): number | null {
  const { age } = query as { age?: unknown };
  if (age === undefined) return null;
  return typeof age === 'string' && ageForm.test(age) ? Number(age) : Infinity;
}
