import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { events } from '@engawa/contracts';
import { eventually, freePort, startTestService, type TestService } from '@engawa/testing';
import { register } from 'prom-client';
import { Pool } from 'undici';
import { gateway } from '../index';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** A stand-in for a service: only what arrives and what is returned matters. */
async function startUpstream(): Promise<{
  server: Server;
  url: string;
  seen: Seen[];
  /** Lets the streamed answer end. */
  endStream: () => void;
}> {
  const seen: Seen[] = [];
  let endStream = () => {};
  const server = createServer(async (message, answer) => {
    const url = message.url!;
    if (url.endsWith('/slow')) return;
    if (url.endsWith('/plain')) {
      answer.writeHead(200, { 'content-type': 'text/plain' }).end('plain');
      return;
    }
    if (url.endsWith('/stream')) {
      answer.writeHead(200, {
        'content-type': 'text/plain',
        connection: 'x-private',
        'x-private': '1',
      });
      endStream = () => answer.end('two');
      answer.write('one ');
      return;
    }
    if (url.endsWith('/torn')) {
      answer.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' });
      answer.write('half', () => answer.destroy());
      return;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of message) chunks.push(chunk as Buffer);
    } catch {
      return; // the gateway aborted the request
    }
    seen.push({
      method: message.method!,
      url,
      headers: message.headers,
      body: Buffer.concat(chunks),
    });
    answer.writeHead(url.endsWith('/missing') ? 404 : 201, {
      'content-type': 'application/json',
      etag: '"3"',
      'set-cookie': ['a=1; HttpOnly', 'b=2'],
      'x-engawa-internal': 'secret',
    });
    answer.end(JSON.stringify({ path: url }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url, seen, endStream: () => endStream() };
}

describe('the proxy', () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let service: TestService;
  let tasksPort: number;

  beforeAll(async () => {
    upstream = await startUpstream();
    service = await startTestService(gateway, {
      env: {
        TIMELINE_URL: upstream.url,
        IDENTITY_URL: upstream.url,
        TASKS_URL: `http://127.0.0.1:${(tasksPort = await freePort())}`,
        AUTH_RATE_LIMIT: '5',
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    upstream.server.closeAllConnections();
    await new Promise((resolve) => upstream.server.close(resolve));
  });

  it('forwards requests unchanged, without hop-by-hop headers', async () => {
    const caller = service.asStaff();
    const body = JSON.stringify({ memo: 'こんにちは' });
    const answer = await caller
      .post('/posts/p1/comments?x=%E3%81%82&y=1')
      .set({
        'content-type': 'application/json',
        'x-engawa-internal': 'forged',
        'x-forwarded-for': '203.0.113.7',
        'x-request-id': 'request-0001',
        'if-match': '"2"',
        'accept-language': 'en',
      })
      .send(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ path: '/api/v1/posts/p1/comments?x=%E3%81%82&y=1' });
    expect(answer.headers['etag']).toBe('"3"');
    expect(answer.headers['set-cookie']).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(answer.headers['x-engawa-internal']).toBeUndefined();
    expect(answer.headers['x-request-id']).toBe('request-0001');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    // Policies for pages are only for what a browser may show.
    expect(answer.headers['content-security-policy']).toBeUndefined();
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(answer.headers['ratelimit-policy']).toBe('"default";q=6000;w=60');
    expect(answer.headers['ratelimit']).toMatch(/^"default";r=[1-9]\d*;t=\d+$/);
    const seen = upstream.seen.at(-1)!;
    expect([seen.method, seen.body.toString()]).toEqual(['POST', body]);
    expect(seen.headers).toMatchObject({
      authorization: `Bearer ${caller.token}`,
      'x-forwarded-for': '203.0.113.7',
      'x-request-id': 'request-0001',
      'if-match': '"2"',
    });
    expect(seen.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(seen.headers['x-engawa-internal']).toBeUndefined();
  });

  it('sends policies with what a browser may show', async () => {
    const text = await service.asStaff().get('/posts/plain').expect(200);
    expect(text.headers['content-security-policy']).toContain("default-src 'none'");
    expect(text.headers['x-frame-options']).toBe('DENY');
    expect(text.headers['x-content-type-options']).toBe('nosniff');
  });

  it('streams a large body of any type', async () => {
    const body = Buffer.alloc(3_000_000, 'x');
    await service
      .asStaff()
      .post('/attachments')
      .set('content-type', 'application/octet-stream')
      .send(body)
      .expect(201);
    expect(upstream.seen.at(-1)!.body.equals(body)).toBe(true);
  });

  it('refuses a body that is too large, and the connection goes on', async () => {
    const { url } = service;
    const authorization = `Bearer ${service.asStaff().token}`;
    const send = (body: string | ReadableStream, duplex?: 'half') =>
      fetch(`${url}/api/v1/posts`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
        ...(duplex ? { duplex } : {}),
      } as RequestInit);
    const before = upstream.seen.length;
    const large = JSON.stringify({ memo: 'a'.repeat(1024 * 1024) });
    const said = await send(large);
    expect([said.status, (await said.json()) as object]).toMatchObject([
      413,
      { code: 'request.body-too-large', detail: '本文は 1048576 バイトまでです。' },
    ]);
    const unsaid = await send(new Blob([large]).stream(), 'half');
    expect(unsaid.status).toBe(413);
    await unsaid.text();
    expect(upstream.seen.length).toBe(before);
    expect((await send('{}')).status).toBe(201);
  });

  it('streams an answer while it is being written', async () => {
    const answer = await fetch(`${service.url}/api/v1/posts/stream`);
    expect(answer.headers.get('x-private')).toBeNull();
    const reader = answer.body!.getReader();
    const first = await reader.read();
    expect(Buffer.from(first.value!).toString()).toBe('one ');
    upstream.endStream();
    const second = await reader.read();
    expect(Buffer.from(second.value!).toString()).toBe('two');
  });

  it('keeps the statuses of services', async () => {
    await service.asStaff().get('/posts/missing').expect(404, { path: '/api/v1/posts/missing' });
  });

  it('does not make a torn answer look whole', async () => {
    const torn = fetch(`${service.url}/api/v1/posts/torn`).then((answer) => answer.text());
    await expect(torn).rejects.toThrow();
  });

  it('says 503 where a service cannot be reached, 504 where it does not answer', async () => {
    const unreachable = await service.asStaff().get('/tasks').set('accept-language', 'en');
    expect([unreachable.status, unreachable.body.code]).toEqual([
      503,
      'gateway.service.unreachable',
    ]);
    expect(unreachable.headers['retry-after']).toBe('2');
    expect(unreachable.headers['content-type']).toMatch(/^application\/problem\+json/);
    const impatient = await startTestService(gateway, {
      env: { TIMELINE_URL: upstream.url, PROXY_TIMEOUT: '100' },
    });
    try {
      const late = await impatient.asStaff().get('/posts/slow');
      expect([late.status, late.body.code]).toEqual([504, 'gateway.service.timeout']);
    } finally {
      await impatient.stop();
    }
  });

  it('tries another connection while none could be made, and sends a request once', async () => {
    const received: string[] = [];
    const tasks = createServer(async (message, answer) => {
      for await (const chunk of message) received.push(String(chunk));
      answer.writeHead(201).end();
    });
    const dispatch = Pool.prototype.dispatch;
    let tries = 0;
    const spy = jest.spyOn(Pool.prototype, 'dispatch').mockImplementation(function (
      this: Pool,
      ...request
    ) {
      tries += 1;
      if (tries < 3) return dispatch.apply(this, request);
      tasks.listen(tasksPort, '127.0.0.1', () => dispatch.apply(this, request));
      return true;
    });
    try {
      await service.asStaff().post('/tasks').send({ memo: 'once' }).expect(201);
      expect([tries, received]).toEqual([3, ['{"memo":"once"}']]);
    } finally {
      spy.mockRestore();
      tasks.closeAllConnections();
      await new Promise((resolve) => tasks.close(resolve));
    }
  });

  it('knows only the prefixes of its table', async () => {
    for (const path of ['/nothing', '/__proto__', '/constructor/x', '/post']) {
      const answer = await service.asStaff().get(path);
      expect([path, answer.status, answer.body.code]).toEqual([
        path,
        404,
        'request.route-not-found',
      ]);
    }
  });

  it('refuses bad tokens itself, and lets services refuse those without', async () => {
    const forged = await service.anonymous().get('/posts').set('authorization', 'Bearer a.b.c');
    expect([forged.status, forged.body.code]).toEqual([401, 'auth.token-invalid']);
    const now = Math.floor(Date.now() / 1000);
    const expired = await service.asStaff({ iat: now - 1000, exp: now - 100 }).get('/posts');
    expect([expired.status, expired.body.code]).toEqual([401, 'auth.token-expired']);
    await service.anonymous().get('/posts').expect(201);
    // A client that refreshes its session may still send the old token.
    await service
      .asStaff({ iat: now - 1000, exp: now - 100 })
      .post('/auth/refresh')
      .expect(201);
  });

  it('refuses the token of a session that ended', async () => {
    const caller = service.asStaff({ sid: 'ending' });
    await caller.get('/posts').expect(201);
    await service.publish(events.sessionRevoked, {
      data: { staffId: caller.staffId, sessionIds: ['ending'], reason: 'sign-out' },
    });
    await eventually(async () => {
      const answer = await caller.get('/posts');
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.session-ended']);
    });
    await service.asStaff({ sid: 'another' }).get('/posts').expect(201);
  });

  it('distinguishes a token whose permissions changed from one whose session ended', async () => {
    const caller = service.asStaff({ sid: 'changing' });
    await caller.get('/posts').expect(201);
    await service.publish(events.sessionRevoked, {
      data: {
        staffId: caller.staffId,
        sessionIds: ['changing'],
        reason: 'role-changed',
        continues: true,
      },
    });
    await eventually(async () => {
      const answer = await caller.get('/posts');
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.token-outdated']);
    });
    // It refreshes its session; services never see a token whose permissions are outdated.
    await caller.post('/auth/refresh').expect(201);
    expect(upstream.seen.at(-1)!.headers['authorization']).toBeUndefined();
  });

  it('limits sign-ins', async () => {
    const codes: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      codes.push((await service.anonymous().post('/auth/sign-in').send({})).status);
    }
    expect(codes.at(-1)).toBe(429);
    const refused = await service.anonymous().post('/auth/sign-in').send({});
    expect(refused.body.code).toBe('gateway.rate.limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.headers['ratelimit']).toMatch(/;r=0;/);
  });

  it('counts requests by outcome', async () => {
    expect(await register.metrics()).toMatch(
      /engawa_http_request_seconds_count\{service="gateway",method="POST",route="\/api\/v1\/\*",status="201"\} [1-9]/,
    );
  });
});
