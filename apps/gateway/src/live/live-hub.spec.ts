import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { events, type EventEnvelope } from '@engawa/contracts';
import { staffClaims } from '@engawa/testing';
import { RevokedSessions } from '../token/revoked-sessions';
import { LiveHub } from './live-hub';
import { LiveSocket } from './live-socket';

/** A reader that never reads: what is written stays unsent. */
class StuckReader extends EventEmitter {
  writableLength = 0;
  destroyed = false;
  write(text: string): boolean {
    this.writableLength += Buffer.byteLength(text);
    return false;
  }
  end(): void {
    this.emit('close');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const event = (n: number): EventEnvelope => ({
  id: `e${n}`,
  name: events.postDeleted.name,
  space: 'space-a',
  at: new Date().toISOString(),
  actor: null,
  aggregate: { type: 'post', id: `p${n}` },
  version: 1,
  traceparent: null,
  data: { postId: `p${n}`, commentId: null },
});

describe('LiveHub', () => {
  it('drops a reader that is too far behind, and keeps nothing of it', () => {
    const hub = new LiveHub(new RevokedSessions());
    const reader = new StuckReader();
    const socket = new LiveSocket(reader as unknown as ServerResponse, staffClaims(), (s) =>
      hub.leave(s),
    );
    hub.join(socket, null);
    expect(hub.size).toBe(1);
    for (let n = 0; n < 5_000; n += 1) hub.accept(event(n));
    expect(reader.destroyed).toBe(true);
    expect(reader.writableLength).toBeLessThan(300_000);
    expect(hub.size).toBe(0);
  });

  it('ends streams whose token is over', () => {
    const hub = new LiveHub(new RevokedSessions());
    const claims = staffClaims();
    const socket = new LiveSocket(new StuckReader() as unknown as ServerResponse, claims, (s) =>
      hub.leave(s),
    );
    hub.join(socket, null);
    hub.endExpired(claims.exp * 1000 - 1);
    expect(hub.size).toBe(1);
    hub.endExpired(claims.exp * 1000);
    expect(hub.size).toBe(0);
  });
});

describe('RevokedSessions', () => {
  it('forgets what no access token can outlive', () => {
    const revoked = new RevokedSessions();
    const revocation = (at: Date, sessionIds: string[]): EventEnvelope => ({
      ...event(1),
      name: events.sessionRevoked.name,
      at: at.toISOString(),
      data: { staffId: 's', sessionIds, reason: 'sign-out' },
    });
    revoked.apply(revocation(new Date(Date.now() - 20 * 60_000), ['long-ago']));
    revoked.apply(revocation(new Date(), ['now', 'also']));
    expect(['long-ago', 'now', 'also', 'other'].map((id) => revoked.stateOf(id) !== null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
