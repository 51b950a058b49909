import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { events } from '@engawa/contracts';
import type { EventTransport } from '@engawa/events';
import {
  answerAs,
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
  data: {
    name?: string;
    postId?: string | null;
    aggregate?: { id: string };
    post?: { id: string; memo: string };
    ranking?: unknown;
  };
}

/** A reader of the live stream, like the web app. */
class Reader {
  readonly messages: Message[] = [];
  ended = false;
  text = '';
  private readonly abort = new AbortController();

  static async open(service: TestService, caller: TestCaller, lastEventId?: string, query = '') {
    const reader = new Reader();
    const answer = await fetch(`${service.url}/api/v1/live${query}`, {
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

  /** The timeline in this test. */
  let timeline: EventTransport;
  const memos = new Map<string, string>();
  const questions: { space: string; ids: string[] }[] = [];
  let findPosts: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    service = await startTestService(gateway, { env: { LIVE_STREAMS_PER_STAFF: '3' } });
    timeline = await answerAs(service, 'timeline', {
      'timeline.findRanking': ({ space }: { space: string }) => ({
        month: '2026-11',
        items: [],
        space,
      }),
      'timeline.findPosts': async (question: (typeof questions)[number]) => {
        questions.push(question);
        await findPosts();
        return question.ids
          .filter((id) => memos.has(id))
          .map((id) => ({ id, memo: memos.get(id) }));
      },
    });
  });
  beforeEach(() => {
    questions.length = 0;
    memos.clear();
    findPosts = async () => undefined;
  });
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    await timeline.close();
    await service.stop();
  });

  const removed = (postId: string, space = 'space-a') =>
    service.publish(events.postDeleted, { space, data: { postId, commentId: null } });

  it('sends kinds and ids to the staff of the space, and nothing to others', async () => {
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

  it('carries no data of events', async () => {
    const reader = await open(service.asStaff());
    await service.publish(events.staffUpdated, {
      data: staffFacts({ staffId: 's1', displayName: '秘密の名前', email: 'secret@example.com' }),
    });
    await eventually(() => expect(reader.changes).toHaveLength(1));
    expect(reader.text).not.toMatch(/秘密|secret/);
  });

  const reacted = (postId: string, space = 'space-a', commentId: string | null = null) =>
    service.publish(events.reactionAdded, {
      space,
      data: {
        ...{ postId, commentId, ownerId: 's1', excerpt: '' },
        ...{ reactionId: 'r1', emoji: '👍', reactedBy: 's2' },
      },
    });
  const contentsOf = ({ changes }: Reader) => changes.map(({ data }) => data.post?.memo ?? null);

  it('reads a changed post once for all streams of its space', async () => {
    memos.set('p1', '長い話');
    const mine = await Promise.all(
      Array.from({ length: 20 }, (_, n) => open(service.asStaff({ staffId: `s${n}` }))),
    );
    const others = await open(service.asStaff({ space: 'space-b' }));
    await reacted('p1');
    await eventually(() => {
      for (const reader of mine) expect(contentsOf(reader)).toEqual(['長い話']);
    });
    expect(questions).toEqual([{ space: 'space-a', ids: ['p1'] }]);
    await throughout(() => expect(others.text).not.toContain('長い話'));
  });

  it('reads changes of a moment together, and sends each post with its last one', async () => {
    memos.set('p1', 'いま').set('p2', 'ほか');
    const reader = await open(service.asStaff());
    await Promise.all([reacted('p1'), reacted('p2')]);
    await reacted('p1');
    await eventually(() => expect(reader.changes).toHaveLength(3));
    const sent = new Map(reader.changes.map(({ data }) => [data.postId, data.post?.memo]));
    expect(Object.fromEntries(sent)).toEqual({ p1: 'いま', p2: 'ほか' });
  });

  it('sends a changed ranking to those who may read it', async () => {
    const reader = await open(service.asStaff());
    const token = await open(service.asStaff({ scopes: ['session.read'] }));
    await service.publish(events.rankingChanged, { data: { month: '2026-11' } });
    await eventually(() => expect(reader.changes).toHaveLength(1));
    expect(reader.changes[0]!.data.ranking).toMatchObject({ space: 'space-a', month: '2026-11' });
    await eventually(() => expect(token.changes).toHaveLength(1));
    expect(token.changes[0]!.data).not.toHaveProperty('ranking');
  });

  it('sends no post for a deletion or a change of a comment’s reactions', async () => {
    memos.set('p1', 'x');
    const reader = await open(service.asStaff());
    await removed('p1');
    await reacted('p1', 'space-a', 'c1');
    await eventually(() => expect(contentsOf(reader)).toEqual([null, null]));
    expect(questions).toEqual([]);
  });

  it('sends posts only to those who may read them', async () => {
    memos.set('p1', '読める人だけ');
    const reader = await open(service.asStaff());
    const token = await open(service.asStaff({ scopes: ['session.read'] }));
    await reacted('p1');
    await eventually(() => expect(contentsOf(reader)).toEqual(['読める人だけ']));
    await eventually(() => expect(contentsOf(token)).toEqual([null]));
    expect(token.text).not.toContain('読める人だけ');
  });

  it('sends nothing to a session that ends while a post is read', async () => {
    memos.set('p1', '終わった後');
    const leaving = await open(service.asStaff({ sid: 'leaving-meanwhile' }));
    const staying = await open(service.asStaff());
    findPosts = async () => {
      await service.publish(events.sessionRevoked, {
        data: { staffId: 's1', sessionIds: ['leaving-meanwhile'], reason: 'sign-out' },
      });
      await eventually(() => expect(leaving.ended).toBe(true));
    };
    await reacted('p1');
    // With the post, or with its id alone where the stream ended later than the gateway waits.
    await eventually(() => expect(staying.changes.map(({ data }) => data.postId)).toContain('p1'));
    expect(leaving.changes).toEqual([]);
  });

  it('sends ids where posts are too long, unknown, or cannot be read in time', async () => {
    memos.set('long', 'あ'.repeat(30_000)).set('slow', 'x');
    const reader = await open(service.asStaff());
    await reacted('long');
    await reacted('unknown');
    await eventually(() => expect(reader.changes).toHaveLength(2));
    findPosts = () => new Promise((resolve) => setTimeout(resolve, 1_000));
    await reacted('slow');
    await eventually(() =>
      expect(reader.changes.map(({ data }) => [data.postId, data.post ?? null])).toEqual([
        ['long', null],
        ['unknown', null],
        ['slow', null],
      ]),
    );
  });

  it('sends what concerns one staff member to that staff member only', async () => {
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

  it('resumes also for a client that had received no message', async () => {
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

  it('begins with what changed since the reader began to load', async () => {
    const caller = service.asStaff({ space: 'space-loading' });
    const watching = await open(caller);
    let count = 0;
    // A gateway that has only just begun to hear events asks to begin anew.
    await eventually(
      async () => {
        const began = Date.now();
        count += 1;
        await removed(`p${count}`, 'space-loading');
        await eventually(() => expect(watching.changes).toHaveLength(count));
        const late = await open(caller, undefined, `?age=${Date.now() - began}`);
        late.close();
        expect(late.messages[0]!.event).toBe('ready');
        expect(late.changes.map(({ data }) => data.postId)).toContain(`p${count}`);
      },
      { everyMs: 500 },
    );
  });

  it.each(['?age=999999999', '?age=soon', '?age=1&age=2'])(
    'asks to begin anew for %s',
    async (query) => {
      const reader = await open(service.asStaff(), undefined, query);
      expect(reader.messages[0]!.event).toBe('reset');
    },
  );

  it.each(['019a2b3c-0000-7000-8000-000000000000', 'begin-of-another-gateway', 'a b', '-'])(
    'asks to begin anew after %s',
    async (lastEventId) => {
      const reader = await open(service.asStaff(), lastEventId);
      expect(reader.messages[0]!.event).toBe('reset');
    },
  );

  it('ends when its session is revoked, and cannot come back', async () => {
    const leaving = service.asStaff({ sid: 'leaving' });
    const reader = await open(leaving);
    const other = await open(service.asStaff({ sid: 'staying' }));
    await service.publish(events.sessionRevoked, {
      data: { staffId: leaving.staffId, sessionIds: ['leaving'], reason: 'sign-out' },
    });
    await eventually(() => expect(reader.ended).toBe(true));
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
    await eventually(() => expect(reader.ended).toBe(true));
  });

  it('ends when its token does', async () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    const reader = await open(service.asStaff({ exp }));
    const realNow = Date.now;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + 61_000);
    try {
      await eventually(() => expect(reader.ended).toBe(true));
    } finally {
      clock.mockRestore();
    }
  });

  it('requires a token and a chosen password, and limits streams', async () => {
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

  it('ends with its connection, on which no client can reconnect to a gateway that stops', async () => {
    const { token } = service.asStaff();
    const { headers, body } = await fetch(`${service.url}/api/v1/live`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(headers.get('connection')).toBe('close');
    await body!.cancel();
  });

  it('serves streams that are opened while it lets its clients leave, and ends them', async () => {
    const stopping = await startTestService(gateway, { env: { STOP_LINGER: '5000' } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { authorization: `Bearer ${stopping.asStaff().token}` };
    const ask = async (route: string) => {
      const [answer] = await once(get(`${stopping.url}${route}`, { agent, headers }), 'response');
      const { statusCode, headers: answered } = answer as IncomingMessage;
      const text = Buffer.concat(await (answer as IncomingMessage).toArray()).toString();
      return { statusCode, connection: answered.connection, text };
    };
    await ask('/health/live');
    const stopped = stopping.running.stop();
    const { text, ...answered } = await ask('/api/v1/live');
    expect(answered).toEqual({ statusCode: 200, connection: 'close' });
    expect(text).toMatch(/^event: (ready|reset)$/m);
    await stopped;
    await stopping.stop();
  });

  it('stops although streams are open', async () => {
    await open(service.asStaff());
    // An open stream would delay this beyond the test's timeout.
    await service.restart('gateway');
    await service.asStaff().get('/live').set('authorization', '').expect(401);
  });
});
