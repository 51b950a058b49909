import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { events, type EventEnvelope } from '@engawa/contracts';
import { eventually, staffClaims } from '@engawa/testing';
import { RevokedSessions } from '../token/revoked-sessions';
import { LiveHub } from './live-hub';
import type { LiveContentsReader } from './live-contents';
import { LiveSocket } from './live-socket';

/** A reader that never reads, so that written data stays unsent. */
class StuckReader extends EventEmitter {
  writableLength = 0;
  destroyed = false;
  text = '';
  write(bytes: string | Buffer): boolean {
    this.text += bytes.toString();
    this.writableLength += Buffer.byteLength(bytes);
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

const unread = { read: async () => new Map() } as Pick<
  LiveContentsReader,
  'read'
> as LiveContentsReader;

describe('LiveHub', () => {
  it('drops a reader that is too far behind, and keeps nothing of it', async () => {
    const hub = new LiveHub(new RevokedSessions(), unread);
    const reader = new StuckReader();
    const socket = new LiveSocket(reader as unknown as ServerResponse, staffClaims(), (s) =>
      hub.leave(s),
    );
    hub.join(socket, null, null);
    expect(hub.size).toBe(1);
    for (let n = 0; n < 5_000; n += 1) hub.accept(event(n));
    await eventually(() => expect(reader.destroyed).toBe(true));
    expect(reader.writableLength).toBeLessThan(300_000);
    expect(hub.size).toBe(0);
  });

  describe('a reader that has been loading', () => {
    const join = (hub: LiveHub, age: number | null) => {
      const reader = new StuckReader();
      const socket = new LiveSocket(
        reader as unknown as ServerResponse,
        staffClaims({ space: 'space-a' }),
        () => undefined,
      );
      hub.join(socket, null, age);
      return reader;
    };
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    it('is asked to begin anew if it began before events were received', () => {
      const hub = new LiveHub(new RevokedSessions(), unread);
      const early = join(hub, 0);
      expect(early.text).toMatch(/event: ready/);
      jest.advanceTimersByTime(20_000);
      hub.reset();
      expect(early.text).toMatch(/event: reset/);
      jest.advanceTimersByTime(20_000);
      expect(join(hub, 21_000).text).toMatch(/event: reset/);
      // The question may have been sent before.
      expect(join(hub, 15_000).text).toMatch(/event: reset/);
      expect(join(hub, 0).text).toMatch(/event: ready/);
      expect(join(hub, null).text).toMatch(/event: ready/);
    });

    it('also gets what arrived while its question was on its way', () => {
      const hub = new LiveHub(new RevokedSessions(), unread);
      hub.accept(event(1));
      jest.advanceTimersByTime(6_000);
      hub.accept(event(2));
      jest.advanceTimersByTime(5_000);
      expect(join(hub, 0).text).toMatch(/"postId":"p2"/);
      expect(join(hub, 0).text).not.toMatch(/"postId":"p1"/);
      expect(join(hub, 2_000).text).toMatch(/"postId":"p1"/);
      expect(join(hub, null).text).not.toMatch(/postId/);
    });
  });

  it('ends streams whose token is over', () => {
    const hub = new LiveHub(new RevokedSessions(), unread);
    const claims = staffClaims();
    const socket = new LiveSocket(new StuckReader() as unknown as ServerResponse, claims, (s) =>
      hub.leave(s),
    );
    hub.join(socket, null, null);
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
