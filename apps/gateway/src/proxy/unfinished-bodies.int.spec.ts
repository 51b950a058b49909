import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startTestService, type TestService } from '@engawa/testing';
import { gateway } from '../index';

/** The attacker's own address: loopback is all of 127.0.0.0/8. */
const ATTACKER = '127.0.0.9';

/** A stand-in for a service that answers once it has the complete request. */
async function startUpstream(): Promise<{ server: Server; url: string; begun: IncomingMessage[] }> {
  const begun: IncomingMessage[] = [];
  const server = createServer((message, answer) => {
    begun.push(message);
    message.on('error', () => undefined).resume();
    message.on('end', () => {
      answer.writeHead(201, { 'content-type': 'application/json' });
      answer.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, begun };
}

interface Half {
  socket: Socket;
  text: () => string;
  status: () => Promise<number>;
}

/**
 * The request that is answered although none is complete. Which one is open: requests of several
 * connections are counted in the order in which their tokens are verified.
 */
async function firstAnswered(halves: readonly Half[]): Promise<Half> {
  return Promise.race(halves.map((half) => half.status().then(() => half)));
}

describe('unfinished bodies', () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let service: TestService;
  let sockets: Socket[] = [];

  /** Sends the headers and half of the body of a request; collects the response as text. */
  async function sendHalf(
    path: string,
    options: { token?: string | null; type?: string; from?: string; to?: TestService } = {},
  ): Promise<Half> {
    const { port } = new URL((options.to ?? service).url);
    const socket = connect({
      host: '127.0.0.1',
      port: Number(port),
      localAddress: options.from ?? ATTACKER,
    });
    sockets.push(socket);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(
      `POST /api/v1${path} HTTP/1.1\r\nhost: engawa\r\n` +
        (options.token ? `authorization: Bearer ${options.token}\r\n` : '') +
        `content-type: ${options.type ?? 'application/json'}\r\ncontent-length: 900\r\n\r\n{"memo":"`,
    );
    const status = async () => {
      while (!text.includes('\r\n\r\n')) {
        if (socket.destroyed) throw new Error('closed without an answer');
        await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
      }
      return Number(text.split(' ', 2)[1]);
    };
    return { socket, text: () => text, status };
  }

  async function startGateway(env: Record<string, string>): Promise<TestService> {
    return startTestService(gateway, {
      env: { TIMELINE_URL: upstream.url, IDENTITY_URL: upstream.url, ...env },
    });
  }

  beforeAll(async () => {
    upstream = await startUpstream();
    service = await startGateway({
      BODY_TIMEOUT: '60000',
      OPEN_REQUESTS_PER_STAFF: '4',
      OPEN_REQUESTS_PER_ADDRESS: '100',
      UPLOADS_PER_STAFF: '3',
      PROXY_UPLOAD_CONNECTIONS: '2',
    });
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  });
  afterAll(async () => {
    await service.stop();
    upstream.server.closeAllConnections();
    await new Promise((resolve) => upstream.server.close(resolve));
  });

  it('leave reads, writes and sign-ins of others alone, 500 of them', async () => {
    const { token } = service.asStaff();
    const before = upstream.begun.length;
    const paths = [
      ['/posts', null],
      ['/posts', token],
      ['/auth/sign-in', null],
    ] as const;
    await Promise.all(
      Array.from({ length: 500 }, (_, n) => {
        const [path, bearer] = paths[n % paths.length]!;
        return sendHalf(path, { token: bearer });
      }),
    );
    const other = service.asStaff();
    for (let round = 0; round < 20; round += 1) {
      await other.get('/posts').expect(201);
      await other.post('/posts').send({ memo: 'hello' }).expect(201);
      await service.anonymous().post('/auth/sign-in').send({ email: 'a@b.c' }).expect(201);
    }
    // None of the 500 took a connection to a service.
    expect(upstream.begun.length - before).toBe(60);
  });

  it('are refused without a valid token before the rest arrives', async () => {
    const none = await sendHalf('/posts');
    expect(await none.status()).toBe(401);
    expect(none.text()).toContain('auth.required');
    expect(none.text()).toMatch(/www-authenticate: Bearer/i);
    const forged = await sendHalf('/posts', { token: 'a.b.c' });
    expect(await forged.status()).toBe(401);
    expect(forged.text()).toContain('auth.token-invalid');
    const upload = await sendHalf('/attachments', { type: 'multipart/form-data; boundary=b' });
    expect(await upload.status()).toBe(401);
  });

  it('are bounded for each staff member, whatever their sessions', async () => {
    const sessions = [1, 2, 3, 4, 5].map((n) =>
      service.asStaff({ staffId: 'slow-writer', sid: `slow-${n}` }),
    );
    const five = await Promise.all(sessions.map(({ token }) => sendHalf('/posts', { token })));
    const refused = await firstAnswered(five);
    expect(await refused.status()).toBe(429);
    expect(refused.text()).toContain('gateway.rate.limited');
    expect(refused.text()).toMatch(/retry-after: 60/i);
    // The other four are open, so that the next one is refused as well.
    const next = await sendHalf('/posts', { token: sessions[0]!.token });
    expect(await next.status()).toBe(429);
    expect(five.filter((half) => half.text() !== '')).toEqual([refused]);
  });

  it('are bounded for each address, and free their place when they end', async () => {
    const from = '127.0.0.10';
    const held = await Promise.all(
      Array.from({ length: 100 }, () => sendHalf('/auth/sign-in', { from })),
    );
    const beyond = await sendHalf('/auth/sign-in', { from });
    expect(await beyond.status()).toBe(429);
    for (const { socket } of held) socket.write('x'.repeat(900 - '{"memo":"'.length));
    expect(await Promise.all(held.map(({ status }) => status()))).toEqual(
      Array.from({ length: 100 }, () => 201),
    );
    const after = await sendHalf('/auth/sign-in', { from });
    after.socket.write('x'.repeat(900 - '{"memo":"'.length));
    expect(await after.status()).toBe(201);
  });

  it('of uploads keep to connections of their own, a few for each staff member', async () => {
    const type = 'multipart/form-data; boundary=b';
    for (let n = 0; n < 6; n += 1) {
      await sendHalf('/attachments', { type, token: service.asStaff().token });
    }
    const other = service.asStaff({ staffId: 'uploader' });
    const four = await Promise.all(
      [1, 2, 3, 4].map(() => sendHalf('/attachments', { type, token: other.token })),
    );
    const refused = await firstAnswered(four);
    expect(await refused.status()).toBe(429);
    expect(four.filter((half) => half.text() !== '')).toEqual([refused]);
    await other.get('/posts').expect(201);
    await other.post('/posts').send({ memo: 'hello' }).expect(201);
  });

  describe('that trickle', () => {
    let impatient: TestService;
    beforeAll(async () => {
      impatient = await startGateway({ BODY_TIMEOUT: '200' });
    });
    afterAll(() => impatient.stop());

    it.each([
      ['JSON', 'application/json'],
      ['an upload', 'multipart/form-data; boundary=b'],
    ])('are ended with 408: %s', async (_name, type) => {
      const { token } = impatient.asStaff();
      const slow = await sendHalf('/posts', { type, token, to: impatient });
      const trickle = setInterval(() => slow.socket.write('x'), 20);
      try {
        expect(await slow.status()).toBe(408);
      } finally {
        clearInterval(trickle);
      }
      expect(slow.text()).toContain('request.timeout');
      expect(slow.text()).toMatch(/connection: close/i);
    });
  });
});
