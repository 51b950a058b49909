import { events } from '@engawa/contracts';
import {
  eventually,
  staffFacts,
  startTestService,
  throughout,
  type TestCaller,
  type TestService,
} from '@engawa/testing';
import { gateway } from '../index';

interface Message {
  id: string;
  event: string;
  data: { name?: string; postId?: string | null; aggregate?: { id: string } };
}

/** A reader of the live stream, like the web app. */
class Reader {
  readonly messages: Message[] = [];
  ended = false;
  text = '';
  private readonly abort = new AbortController();

  static async open(service: TestService, caller: TestCaller, lastEventId?: string) {
    const reader = new Reader();
    const answer = await fetch(`${service.url}/api/v1/live`, {
      headers: {
        authorization: `Bearer ${caller.token}`,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      signal: reader.abort.signal,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    void reader.read(answer.body!);
    await eventually(() => expect(reader.messages.length).toBeGreaterThan(0));
    return reader;
  }

  get changes(): Message[] {
    return this.messages.filter(({ event }) => event === 'change');
  }

  close(): void {
    this.abort.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        const text = decoder.decode(chunk, { stream: true });
        this.text += text;
        rest += text;
        const blocks = rest.split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) this.take(block);
      }
    } catch {
      // Closed by the test.
    }
    this.ended = true;
  }

  private take(block: string): void {
    const fields = Object.fromEntries(
      block
        .split('\n')
        .filter((line) => !line.startsWith(':'))
        .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
    if (!fields['data']) return;
    this.messages.push({
      id: fields['id'] ?? '',
      event: fields['event'] ?? 'message',
      data: JSON.parse(fields['data']) as Message['data'],
    });
  }
}

describe('the live stream', () => {
  let service: TestService;
  const readers: Reader[] = [];
  const open = async (
    ...args: Parameters<typeof Reader.open> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    const reader = await Reader.open(service, ...args);
    readers.push(reader);
    return reader;
  };

  beforeAll(async () => {
    service = await startTestService(gateway, { env: { LIVE_STREAMS_PER_STAFF: '3' } });
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(() => service.stop());

  const removed = (postId: string, space = 'space-a') =>
    service.publish(events.postDeleted, { space, data: { postId, commentId: null } });

  it('tells kinds and ids to the staff of the space, and nothing to others', async () => {
    const mine = await open(service.asStaff({ space: 'space-a' }));
    const others = await open(service.asStaff({ space: 'space-b' }));
    const event = await removed('p1');
    await eventually(() => expect(mine.changes).toHaveLength(1));
    expect(mine.changes[0]).toEqual({
      id: event.id,
      event: 'change',
      data: {
        name: 'timeline.post.deleted',
        at: event.at,
        actor: null,
        aggregate: { type: 'post', id: 'p1' },
        version: 1,
        postId: 'p1',
        commentId: null,
      },
    });
    await throughout(() => expect(others.changes).toEqual([]));
  });

  it('carries no contents', async () => {
    const reader = await open(service.asStaff());
    await service.publish(events.staffUpdated, {
      data: staffFacts({ staffId: 's1', displayName: '秘密の名前', email: 'secret@example.com' }),
    });
    await eventually(() => expect(reader.changes).toHaveLength(1));
    expect(reader.text).not.toMatch(/秘密|secret/);
  });

  it('tells what concerns one staff to that staff alone', async () => {
    const hanako = await open(service.asStaff({ staffId: 'hanako' }));
    const taro = await open(service.asStaff({ staffId: 'taro' }));
    await service.publish(events.notificationCreated, {
      data: { staffId: 'hanako', notificationId: 'n1', kind: 'taskAssigned', postId: 'p1' },
    });
    await eventually(() => expect(hanako.changes).toHaveLength(1));
    await throughout(() => expect(taro.changes).toEqual([]));
  });

  it('keeps what is between services', async () => {
    const reader = await open(service.asStaff({ space: 'space-new' }));
    await service.publish(events.spaceCreated, {
      space: 'space-new',
      data: { spaceId: 'space-new', displayName: 'x', timeZone: 'Asia/Tokyo' },
    });
    await throughout(() => expect(reader.changes).toEqual([]));
  });

  it('resumes after the last message', async () => {
    const caller = service.asStaff({ space: 'space-resume' });
    const first = await open(caller);
    await removed('p1', 'space-resume');
    await eventually(() => expect(first.changes).toHaveLength(1));
    first.close();
    await removed('p2', 'space-resume');
    await removed('p3', 'space-resume');
    await eventually(async () => {
      const again = await open(caller, first.changes[0]!.id);
      again.close();
      expect(again.messages[0]!.event).toBe('ready');
      expect(again.changes.map(({ data }) => data.postId)).toEqual(['p2', 'p3']);
    });
  });

  it('resumes also for who had not got any message yet', async () => {
    const caller = service.asStaff({ space: 'space-quiet' });
    const first = await open(caller);
    first.close();
    await removed('p1', 'space-quiet');
    await eventually(async () => {
      const again = await open(caller, first.messages[0]!.id);
      again.close();
      expect(again.changes.map(({ data }) => data.postId)).toEqual(['p1']);
    });
  });

  it.each(['019a2b3c-0000-7000-8000-000000000000', 'begin-of-another-gateway', 'a b', '-'])(
    'asks to begin anew after %s',
    async (lastEventId) => {
      const reader = await open(service.asStaff(), lastEventId);
      expect(reader.messages[0]!.event).toBe('reset');
    },
  );

  it('ends within a second when its session is revoked, and cannot come back', async () => {
    const leaving = service.asStaff({ sid: 'leaving' });
    const reader = await open(leaving);
    const other = await open(service.asStaff({ sid: 'staying' }));
    await service.publish(events.sessionRevoked, {
      data: { staffId: leaving.staffId, sessionIds: ['leaving'], reason: 'sign-out' },
    });
    await eventually(() => expect(reader.ended).toBe(true), { timeoutMs: 1_000 });
    expect(other.ended).toBe(false);
    const again = await leaving.get('/live');
    expect([again.status, again.body.code]).toEqual([401, 'auth.session-ended']);
  });

  it('ends when its staff is deactivated', async () => {
    const caller = service.asStaff();
    const reader = await open(caller);
    await service.publish(events.staffDeactivated, {
      data: staffFacts({ staffId: caller.staffId, deactivated: true }),
    });
    await eventually(() => expect(reader.ended).toBe(true), { timeoutMs: 1_000 });
  });

  it('ends when its token does', async () => {
    const exp = Math.floor(Date.now() / 1000) + 1;
    const reader = await open(service.asStaff({ exp }));
    await eventually(() => expect(reader.ended).toBe(true), { timeoutMs: 4_000 });
  });

  it('wants a token, a chosen password and not too many streams', async () => {
    const nobody = await service.anonymous().get('/live');
    expect([nobody.status, nobody.body.code]).toEqual([401, 'auth.required']);
    const fresh = await service.asStaff({ initialPasswordChanged: false }).get('/live');
    expect([fresh.status, fresh.body.code]).toEqual([403, 'auth.onboarding-required']);
    const caller = service.asStaff();
    for (let i = 0; i < 3; i += 1) await open(caller);
    const fourth = await caller.get('/live');
    expect([fourth.status, fourth.body.code]).toEqual([429, 'gateway.live.too-many']);
  });

  it('remembers revocations over a restart', async () => {
    await service.publish(events.sessionRevoked, {
      data: { staffId: 's1', sessionIds: ['ended-before'], reason: 'password' },
    });
    if (!service.env['NATS_URL']) return;
    await service.restart('gateway');
    await eventually(async () => {
      const answer = await service.asStaff({ sid: 'ended-before' }).get('/live');
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.session-ended']);
    });
  });

  it('stops although streams are open', async () => {
    await open(service.asStaff());
    // An open stream would delay this beyond the test's timeout.
    await service.restart('gateway');
    await service.asStaff().get('/live').set('authorization', '').expect(401);
  });
});
