import { Injectable } from '@nestjs/common';
import { events, type EventEnvelope } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { Gauge, register } from 'prom-client';
import { RevokedSessions } from '../token/revoked-sessions';
import { isFor } from './live-batch';
import { LiveContentsReader } from './live-contents';
import { LiveLog, type LiveEntry } from './live-log';
import { changeText, eventText, liveMessageOf } from './live-message';
import { LiveSpace } from './live-space';
import type { LiveSocket } from './live-socket';

/** The log of a space without readers is dropped after this time without messages, in ms. */
const IDLE_LOG_TTL_MS = 10 * 60 * 1000;

/**
 * A reader says how long it had been loading when it asked for its stream; the question was on its
 * way for up to this long, in ms. What a reader gets twice is harmless.
 */
const ON_THE_WAY_MS = 10_000;

/** Sends the events of each space to the sockets that may receive them. */
@Injectable()
export class LiveHub {
  /** Those with open streams. */
  private readonly spaces = new Map<string, LiveSpace>();
  private readonly logs = new Map<string, LiveLog>();
  /** All events since then were received, in ms. */
  private completeSince = 0;

  constructor(
    revoked: RevokedSessions,
    private readonly contents: LiveContentsReader,
  ) {
    countStreams(this);
    revoked.onRevoked((sessionId) => this.endWhere((socket) => socket.claims.sid === sessionId));
  }

  /** Handles an event of the installation. */
  accept(event: EventEnvelope): void {
    const found = liveMessageOf(event);
    if (!found) return;
    const entry = { ...found, id: event.id, at: Date.now() };
    this.logOf(event.space).add(entry);
    this.spaces.get(event.space)?.add(entry);
    if (event.name === events.staffDeactivated.name) {
      const { staffId: gone } = event.data as { staffId: string };
      this.endWhere(({ claims }) => claims.space === event.space && claims.sub === gone);
    }
  }

  /**
   * Starts a stream with what was missed since `lastEventId`, or without one since the reader began
   * to load, `age` ms before it asked; null: it loads afterwards.
   */
  join(socket: LiveSocket, lastEventId: string | null, age: number | null): void {
    const { space: id, sub } = socket.claims;
    const log = this.logOf(id);
    const missed = lastEventId === null ? this.missedSince(log, age) : log.after(lastEventId);
    socket.send(
      missed === null
        ? eventText('reset', log.lastId, {})
        : `${eventText('ready', lastEventId ?? log.lastId, {})}${missed
            .filter((entry) => isFor(entry, sub))
            .map(({ id, message }) => changeText(id, message))
            .join('')}`,
    );
    const space = this.spaces.get(id) ?? new LiveSpace(id, this.contents);
    space.sockets.add(socket);
    this.spaces.set(id, space);
  }

  leave(socket: LiveSocket): void {
    const { space: id } = socket.claims;
    const sockets = this.spaces.get(id)?.sockets;
    sockets?.delete(socket);
    if (sockets?.size === 0) this.spaces.delete(id);
  }

  /** Throws 429 if the staff member has reached the limit of open streams. */
  requireRoom(claims: { space: string; sub: string }, most: number): void {
    let count = 0;
    for (const socket of this.spaces.get(claims.space)?.sockets ?? []) {
      if (socket.claims.sub === claims.sub) count += 1;
    }
    if (count >= most) throw new ProblemError('gateway.live.too-many');
  }

  /** Events may have been missed, and which is unknown: every reader reloads everything. */
  reset(): void {
    this.completeSince = Date.now();
    this.logs.clear();
    for (const [id, space] of this.spaces) {
      space.clear();
      const text = eventText('reset', this.logOf(id).lastId, {});
      for (const socket of space.sockets) socket.send(text);
    }
  }

  heartbeat(): void {
    for (const socket of this.all()) socket.send(': still here\n\n');
    const limit = Date.now() - IDLE_LOG_TTL_MS;
    for (const [space, log] of this.logs) {
      if (log.lastAt < limit && !this.spaces.has(space)) this.logs.delete(space);
    }
  }

  /** Ends streams whose token has expired; their readers reconnect with a new one. */
  endExpired(now = Date.now()): void {
    this.endWhere((socket) => socket.claims.exp * 1000 <= now);
  }

  endAll(): void {
    this.endWhere(() => true);
  }

  get size(): number {
    return [...this.spaces.values()].reduce((sum, { sockets }) => sum + sockets.size, 0);
  }

  private missedSince(log: LiveLog, age: number | null): readonly LiveEntry[] | null {
    if (age === null) return [];
    const time = Date.now() - age - ON_THE_WAY_MS;
    return time < this.completeSince || age >= IDLE_LOG_TTL_MS ? null : log.since(time);
  }

  private endWhere(matches: (socket: LiveSocket) => boolean): void {
    for (const socket of [...this.all()]) if (matches(socket)) socket.end();
  }

  private *all(): Iterable<LiveSocket> {
    for (const { sockets } of this.spaces.values()) yield* sockets;
  }

  private logOf(space: string): LiveLog {
    let log = this.logs.get(space);
    if (!log) {
      log = new LiveLog();
      this.logs.set(space, log);
    }
    return log;
  }
}

const STREAMS = 'engawa_live_streams';

function countStreams(hub: LiveHub): void {
  // In one process with others, or restarted, the newest gateway's gauge counts.
  register.removeSingleMetric(STREAMS);
  new Gauge({
    name: STREAMS,
    help: 'Open live streams of this gateway',
    collect() {
      this.set(hub.size);
    },
  });
}
