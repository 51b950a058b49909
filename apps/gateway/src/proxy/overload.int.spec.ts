import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, startTestService, type TestService } from '@engawa/testing';
import { register } from 'prom-client';
import { gateway } from '../index';

/** How long a request may wait for a connection, in ms. */
const QUEUE_TIMEOUT = 1_000;

interface Upstream {
  server: Server;
  url: string;
  /** Paths of all requests that arrived, complete or not. */
  arrived: string[];
  /** Responses to `/posts/held`, which the test ends. */
  held: ServerResponse[];
}

async function startUpstream(): Promise<Upstream> {
  const arrived: string[] = [];
  const held: ServerResponse[] = [];
  const server = createServer((message, response) => {
    arrived.push(message.url!);
    message.on('error', () => undefined).resume();
    response.writeHead(201, { 'content-type': 'application/json' });
    if (message.url!.endsWith('/held')) held.push(response);
    else response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url, arrived, held };
}

async function metricOf(name: string): Promise<number> {
  const { values } = await register.getSingleMetric(name)!.get();
  return values.find(({ labels }) => labels['service'] === 'gateway')?.value ?? 0;
}

describe('an overloaded gateway', () => {
  let upstream: Upstream;
  let service: TestService;

  beforeAll(async () => {
    upstream = await startUpstream();
    service = await startTestService(gateway, {
      env: {
        TIMELINE_URL: upstream.url,
        PROXY_WRITE_CONNECTIONS: '1',
        PROXY_QUEUE_TIMEOUT: String(QUEUE_TIMEOUT),
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    upstream.server.closeAllConnections();
    await new Promise((resolve) => upstream.server.close(resolve));
  });

  it('does not forward the request of a caller who left after the last byte', async () => {
    const writer = service.asStaff();
    // Opens a connection to the service, which the next request would not have to wait for.
    await writer.post('/posts/here').send({}).expect(201);
    const before = await metricOf('engawa_http_requests_left_total');
    const { port } = new URL(service.url);
    const caller = connect(Number(port), '127.0.0.1');
    await once(caller, 'connect');
    caller.write(
      `POST /api/v1/posts/left HTTP/1.1\r\nhost: engawa\r\nauthorization: Bearer ${writer.token}\r\n` +
        'content-type: application/json\r\ncontent-length: 2\r\n\r\n{',
    );
    await eventually(async () => {
      expect(await metricOf('engawa_http_requests_running')).toBe(1);
    });
    // The gateway reads the body by now; if not, it notices earlier.
    await sleep(100);
    // Both arrive before this process, which is also the gateway, reads anything.
    caller.write('}');
    caller.destroy();
    await eventually(async () => {
      expect(await metricOf('engawa_http_requests_left_total')).toBe(before + 1);
    });
    await writer.post('/posts/here').send({}).expect(201);
    expect(upstream.arrived).toEqual(['/api/v1/posts/here', '/api/v1/posts/here']);
  });

  it('answers 503 instead of sending what waited too long for a connection', async () => {
    const writer = service.asStaff();
    const first = writer
      .post('/posts/held')
      .send({})
      .then(({ status }) => status);
    await eventually(() => expect(upstream.held).toHaveLength(1));
    const second = writer
      .post('/posts/late')
      .send({})
      .then((answer) => answer);
    await eventually(async () => {
      expect(await metricOf('engawa_http_requests_running')).toBe(2);
    });
    await sleep(QUEUE_TIMEOUT * 2);
    upstream.held[0]!.end('{}');
    expect(await first).toBe(201);
    const late = await second;
    expect([late.status, late.body.code]).toEqual([503, 'gateway.service.unreachable']);
    expect(late.headers['retry-after']).toBe('2');
    expect(upstream.arrived).not.toContain('/api/v1/posts/late');
    // The connection is in use again.
    await writer.post('/posts/after').send({}).expect(201);
  });
});
