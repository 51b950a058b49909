import { createServer, request as ask, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestService, type TestService } from '@engawa/testing';
import { gateway } from '../index';
import { acceptedCoding } from './compression';

const long = JSON.stringify({
  items: Array.from({ length: 200 }, (_, i) => ({ id: i, memo: '縁側' })),
});
const short = JSON.stringify({ items: [] });

/** Answers `/api/v1/posts/KIND`. */
async function startUpstream(): Promise<{ server: Server; url: string }> {
  const server = createServer((message, answer) => {
    const kind = message.url!.split('/').at(-1)!;
    const types: Record<string, string> = { picture: 'image/webp', streamed: 'text/csv' };
    const type = types[kind] ?? 'application/json; charset=utf-8';
    const body = kind === 'short' ? short : long;
    answer.writeHead(200, {
      'content-type': type,
      etag: '"3"',
      ...(kind === 'streamed' ? {} : { 'content-length': Buffer.byteLength(body) }),
    });
    answer.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('compression of answers', () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let service: TestService;
  beforeAll(async () => {
    upstream = await startUpstream();
    const env = {
      TIMELINE_URL: upstream.url,
      IDENTITY_URL: upstream.url,
      TARGET: 'timeline,identity',
    };
    service = await startTestService(gateway, { env });
  });
  afterAll(async () => {
    await service.stop();
    upstream.server.close();
  });

  /** Node's own client does not decompress. */
  const get = (path: string, acceptEncoding = '', method = 'GET') =>
    new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const headers = { ...(acceptEncoding ? { 'accept-encoding': acceptEncoding } : {}) };
      ask(`${service.url}/api/v1/${path}`, { headers, method }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
      })
        .on('error', reject)
        .end();
    });

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=1.0, br;q=0.5', gunzipSync],
  ] as const)('answers in %s where the caller likes it best', async (coding, accepts, read) => {
    for (const kind of ['long', 'streamed']) {
      const { headers, body } = await get(`posts/${kind}`, accepts);
      expect(headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' });
      // The bytes differ, the contents do not.
      expect(headers['etag']).toBe('W/"3"');
      expect(body.length).toBeLessThan(long.length / 5);
      expect(read(body).toString()).toBe(long);
    }
  });

  it('leaves alone what is short, a picture, not asked for, or asked for by HEAD', async () => {
    const plain = [
      await get('posts/short', 'br'),
      await get('posts/picture', 'br'),
      await get('posts/long'),
      await get('posts/long', 'identity, br;q=0'),
      await get('posts/long', 'br', 'HEAD'),
    ];
    for (const { headers } of plain) {
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['etag']).toBe('"3"');
    }
    expect(plain.map(({ body }) => body.toString())).toEqual([short, long, long, long, '']);
    expect(plain[2]!.headers['vary']).toBe('accept-encoding');
  });

  it('never compresses answers that carry secrets', async () => {
    for (const prefix of ['auth', 'session', 'profile', 'api-tokens']) {
      const { headers, body } = await get(`${prefix}/long`, 'br, gzip');
      expect([prefix, headers['content-encoding'], body.toString()]).toEqual([
        prefix,
        undefined,
        long,
      ]);
    }
  });

  it.each([
    [undefined, null],
    ['', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['gzip;q=0, *', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=nonsense', null],
  ])('reads %s as %s', (header, coding) => {
    expect(acceptedCoding(header)).toBe(coding);
  });
});
