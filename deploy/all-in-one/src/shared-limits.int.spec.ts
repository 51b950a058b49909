import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { startMongoServer } from '@engawa/embedded-mongo';
import { EventsModule, OnQuestion } from '@engawa/events';
import { gateway } from '@engawa/gateway';
import {
  defineService,
  startService,
  type RunningService,
  type ServiceDefinition,
} from '@engawa/service-kit';
import { callerOf, eventually, freePort, startTestSystem, type TestSystem } from '@engawa/testing';
import { MongoClient } from 'mongodb';
import { register } from 'prom-client';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { z } from 'zod';

const LIMIT = 400;

/** Identity, as far as it knows no API token. */
@Controller()
class StandInController {
  @OnQuestion('identity.exchangeApiToken')
  exchange() {
    return null;
  }
}

@Module({ imports: [EventsModule.forRoot()], controllers: [StandInController] })
class StandInModule {}

const standIn = defineService({ name: 'identity', config: z.object({}), module: StandInModule });

describe('two replicas of the gateway', () => {
  let upstream: Server;
  let system: TestSystem;
  let replicas: RunningService[];
  let mongo: { dir: string; port: number; uri: string; close(): Promise<void> };

  const startMongo = async (dir: string, port: number) => {
    const server = await startMongoServer({ dbPath: dir, port });
    mongo = { dir, port, uri: server.uri, close: () => server.close() };
  };

  beforeAll(async () => {
    upstream = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{}');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    await startMongo(mkdtempSync(path.join(tmpdir(), 'engawa-counts-')), await freePort());
    system = await startTestSystem({
      services: [gateway, standIn],
      env: {
        MONGODB_URI: mongo.uri,
        IDENTITY_URL: url,
        TIMELINE_URL: url,
        TARGET: 'identity,timeline',
        RATE_LIMIT: String(LIMIT),
        AUTH_RATE_LIMIT: '50',
        WRONG_TOKEN_LIMIT: '10',
        RATE_LIMIT_EXEMPT: 'none',
        // The database answers late on a loaded machine.
        RATE_STORE_TIMEOUT: '10000',
      },
    });
    const second = await startService(gateway as unknown as ServiceDefinition, {
      env: { ...system.env },
      port: 0,
    });
    replicas = [system.services['gateway']!, second];
    await eventually(async () => expect(await metric('engawa_rate_limit_shared')).toBe(1));
  });

  afterAll(async () => {
    await replicas[1]?.stop();
    await system.stop();
    await mongo.close();
    rmSync(mongo.dir, { recursive: true, force: true });
    upstream.close();
  });

  const metric = async (name: string) => {
    const line = new RegExp(`^${name} (\\d+)$`, 'm').exec(await register.metrics());
    return Number(line?.[1]);
  };

  /** How many of `count` requests are answered with each status, sent to the replicas in turn. */
  const ask = async (
    count: number,
    send: (url: string, n: number) => Promise<{ status: number }>,
  ) => {
    const found: Record<number, number> = {};
    const queue = Array.from({ length: count }, (_, n) => n);
    const worker = async () => {
      for (let n = queue.shift(); n !== undefined; n = queue.shift()) {
        const { status } = await send(replicas[n % 2]!.url, n);
        found[status] = (found[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return found;
  };
  const asSession = (sid: string) => (url: string) =>
    callerOf(url, system.env['ENGAWA_TOKEN_PRIVATE_KEY']!, { sid }).get('/posts');
  const signIn = (address: string) => (url: string) =>
    fetch(`${url}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{}',
    });

  it('allow a session its limit once', async () => {
    const found = await ask(LIMIT + 200, asSession('both'));
    // A replica may keep one share of four unused.
    expect(found[200]).toBeLessThanOrEqual(LIMIT);
    expect(found[200]).toBeGreaterThanOrEqual(LIMIT - 4);
    expect(found[429]).toBe(LIMIT + 200 - found[200]!);
    const refused = await asSession('both')(replicas[0]!.url);
    expect(refused.headers['ratelimit-policy']).toBe(`"default";q=${LIMIT};w=60`);
    expect(refused.headers['ratelimit']).toMatch(/^"default";r=0;t=\d+$/);
  });

  it('allow a network its sign-ins once, to the last', async () => {
    expect(await ask(80, signIn('203.0.113.9'))).toEqual({ 200: 50, 429: 30 });
  });

  it('allow a network its invented tokens once', async () => {
    const invented = (address: string) => (url: string, n: number) =>
      fetch(`${url}/api/v1/posts`, {
        headers: { authorization: `Bearer engawa_space-a_t_${n}`, 'x-forwarded-for': address },
      });
    // Identity becomes reachable shortly after the start; until then the gateway answers 503.
    await eventually(async () => {
      expect(await ask(2, invented('203.0.113.11'))).toEqual({ 401: 2 });
    });
    expect(await ask(30, (url, n) => invented('203.0.113.10')(url, n + 100))).toEqual({
      401: 10,
      429: 20,
    });
  });

  it('keep one short-lived document for each caller, without session or address', async () => {
    const client = await MongoClient.connect(mongo.uri);
    const counts = client.db(`${system.namespace}_gateway`).collection('requestCounts');
    const found = await counts.find().toArray();
    expect(found.length).toBeLessThanOrEqual(5);
    for (const { key, expire } of found) {
      expect(key).toMatch(/^(?:default|auth|wrong-token):[\w-]{22}$/);
      expect(expire.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    }
    const plan = await counts.find({ key: found[0]!['key'] }).explain('executionStats');
    expect(plan['executionStats'].totalDocsExamined).toBe(1);
    const indexes = await counts.indexes();
    expect(indexes.find(({ name }) => name === 'expire_1')).toMatchObject({
      expireAfterSeconds: 0,
    });
    await client.close();
  });

  it('count alone while the database is away, and together when it is back', async () => {
    const before = await metric('engawa_rate_limit_store_failures_total');
    await mongo.close();
    const alone = await ask(160, signIn('203.0.113.20'));
    expect(alone).toEqual({ 200: 100, 429: 60 });
    expect(await metric('engawa_rate_limit_store_failures_total')).toBeGreaterThan(before);
    expect(await metric('engawa_rate_limit_shared')).toBe(0);
    // However long it is away, no request asks it.
    const asked = jest.spyOn(RateLimiterMongo.prototype, 'penalty');
    const later = Date.now() + 10_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      expect(await ask(4, signIn('203.0.113.21'))).toEqual({ 200: 4 });
      expect(asked).not.toHaveBeenCalled();
    } finally {
      clock.mockRestore();
      asked.mockRestore();
    }

    await startMongo(mongo.dir, mongo.port);
    let address = 30;
    await eventually(async () => {
      address += 1;
      expect(await ask(60, signIn(`203.0.113.${address}`))).toEqual({ 200: 50, 429: 10 });
    });
    expect(await metric('engawa_rate_limit_shared')).toBe(1);
  });
});
