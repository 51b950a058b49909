import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startManagement } from '@engawa/service-kit';
import { eventually, startTestService, type TestService } from '@engawa/testing';
import request from 'supertest';
import { gateway } from '../index';

describe('the health of the gateway', () => {
  let upstream: Server;
  let service: TestService;
  let isReady = true;

  beforeAll(async () => {
    upstream = createServer((_message, answer) => answer.writeHead(isReady ? 200 : 503).end());
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    service = await startTestService(gateway, {
      env: { TARGET: 'timeline,search', TIMELINE_URL: url, SEARCH_URL: url },
    });
  });
  afterAll(async () => {
    await service.stop();
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
  });

  const publicly = (path: string) => request(service.url).get(path);

  it('reports in public only that it is ready, also while a service is away', async () => {
    await eventually(() => publicly('/health/ready').expect(200, { status: 'ok' }));
    isReady = false;
    await publicly('/health/ready').expect(200, { status: 'ok' });
    isReady = true;
    await publicly('/health/live').expect(200, { status: 'ok' });
  });

  it('names services and figures on the management port alone', async () => {
    await publicly('/metrics').expect(404);
    const management = await startManagement([service.running], { host: '127.0.0.1', port: 0 });
    try {
      const { text } = await request(management.url).get('/metrics').expect(200);
      expect(text).toContain('engawa_http_requests_running{service="gateway"}');
      isReady = false;
      const ready = await request(management.url).get('/health/ready').expect(200);
      expect(ready.body.services.gateway.checks).toMatchObject({
        timeline: 'failed',
        search: 'failed',
        events: 'ok',
      });
    } finally {
      isReady = true;
      await management.stop();
    }
  });

  it('counts a request that its caller aborted as ended', async () => {
    const running = async () => {
      const management = await startManagement([service.running], { host: '127.0.0.1', port: 0 });
      const { text } = await request(management.url).get('/metrics');
      await management.stop();
      return Number(/engawa_http_requests_running\{service="gateway"\} (\d+)/.exec(text)![1]);
    };
    upstream.removeAllListeners('request');
    upstream.on('request', () => undefined);
    const leaving = new AbortController();
    const asked = fetch(`${service.url}/api/v1/posts`, { signal: leaving.signal });
    await eventually(async () => expect(await running()).toBe(1));
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await eventually(async () => expect(await running()).toBe(0));
  });
});
