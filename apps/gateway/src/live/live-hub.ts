import { Injectable } from '@nestjs/common';
import { events, type EventEnvelope } from '@engawa/contracts';
import { ProblemError } from '@engawa/service-kit';
import { Gauge, register } from 'prom-client';
import { RevokedSessions } from '../token/revoked-sessions';
import { LiveLog, type LiveEntry } from './live-log';
import { eventText, liveMessageOf } from './live-message';
import type { LiveSocket } from './live-socket';

/** The log of a space without readers is dropped after this time, in ms. */
const IDLE_LOG_TTL_MS = 10 * 60 * 1000;

/** Sends each event to the sockets that may receive it. */
@Injectable()
export class LiveHub {
  private readonly sockets = new Map<string, Set<LiveSocket>>();
  private readonly logs = new Map<string, LiveLog>();

  constructor(revoked: RevokedSessions) {
    countStreams(this);
    revoked.onRevoked((sessionId) => this.endWhere((socket) => socket.claims.sid === sessionId));
  }

  /** Handles an event of the installation. */
  accept(event: EventEnvelope): void {
    const found = liveMessageOf(event);
    if (!found) return;
    const entry = { ...found, id: event.id, at: Date.now() };
    this.logOf(event.space).add(entry);
    // Serialized only if a reader is connected.
    let text: string | null = null;
    for (const socket of this.sockets.get(event.space) ?? []) {
      if (!isFor(entry, socket.claims.sub)) continue;
      text ??= changeText(entry);
      socket.send(text);
    }
    if (event.name === events.staffDeactivated.name) {
      const { staffId: gone } = event.data as { staffId: string };
      this.endWhere(({ claims }) => claims.space === event.space && claims.sub === gone);
    }
  }

  /** Starts a stream: with the current position, or with what was missed since `lastEventId`. */
  join(socket: LiveSocket, lastEventId: string | null): void {
    const { space, sub } = socket.claims;
    const log = this.logOf(space);
    const missed = lastEventId === null ? [] : log.after(lastEventId);
    socket.send(
      missed === null
        ? eventText('reset', log.lastId, {})
        : `${eventText('ready', lastEventId ?? log.lastId, {})}${missed
            .filter((entry) => isFor(entry, sub))
            .map(changeText)
            .join('')}`,
    );
    const sockets = this.sockets.get(space) ?? new Set();
    sockets.add(socket);
    this.sockets.set(space, sockets);
  }

  leave(socket: LiveSocket): void {
    const { space } = socket.claims;
    const sockets = this.sockets.get(space);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.sockets.delete(space);
  }

  /** Throws 429 if the staff member has reached the limit of open streams. */
  requireRoom(claims: { space: string; sub: string }, most: number): void {
    let count = 0;
    for (const socket of this.sockets.get(claims.space) ?? []) {
      if (socket.claims.sub === claims.sub) count += 1;
    }
    if (count >= most) throw new ProblemError('gateway.live.too-many');
  }

  /** Events may have been missed, and which is unknown: every reader reloads everything. */
  reset(): void {
    this.logs.clear();
    for (const [space, sockets] of this.sockets) {
      const text = eventText('reset', this.logOf(space).lastId, {});
      for (const socket of sockets) socket.send(text);
    }
  }

  heartbeat(): void {
    for (const socket of this.all()) socket.send(': still here\n\n');
    const limit = Date.now() - IDLE_LOG_TTL_MS;
    for (const [space, log] of this.logs) {
      if (log.lastAt < limit && !this.sockets.has(space)) this.logs.delete(space);
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
    return [...this.sockets.values()].reduce((sum, sockets) => sum + sockets.size, 0);
  }

  private endWhere(matches: (socket: LiveSocket) => boolean): void {
    for (const socket of [...this.all()]) if (matches(socket)) socket.end();
  }

  private *all(): Iterable<LiveSocket> {
    for (const sockets of this.sockets.values()) yield* sockets;
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

function isFor({ staffId }: LiveEntry, sub: string): boolean {
  return staffId === null || staffId === sub;
}

function changeText({ id, message }: LiveEntry): string {
  return eventText('change', id, message);
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
