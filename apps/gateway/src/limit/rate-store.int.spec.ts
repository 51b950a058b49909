import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMongoServer } from '@engawa/embedded-mongo';
import { eventually, freePort } from '@engawa/testing';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { RateStore } from './rate-store';

let stops: (() => unknown)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

it('lets no request ask while the database is away, and asks again when it is back', async () => {
  const dbPath = mkdtempSync(path.join(tmpdir(), 'engawa-counts-'));
  const port = await freePort();
  stops.push(() => rmSync(dbPath, { recursive: true, force: true }));
  let mongo = await startMongoServer({ dbPath, port });
  stops.push(() => mongo.close());
  const store = new RateStore(
    { MONGODB_URI: mongo.uri, RATE_STORE_TIMEOUT: 2_000 },
    {},
    'rate-store-test',
  );
  store.onModuleInit();
  stops.push(() => store.beforeClose());
  const { add } = store.counter('default');
  const isCounted = async () =>
    expect(await add('caller', 1)).toMatchObject({ points: expect.any(Number) });
  await eventually(isCounted);

  await mongo.close();
  await eventually(async () => expect(await add('caller', 1)).toBeNull());
  const asked = jest.spyOn(RateLimiterMongo.prototype, 'penalty');
  const later = Date.now() + 60_000;
  jest.spyOn(Date, 'now').mockImplementation(() => later);
  expect(await add('caller', 1)).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  jest.restoreAllMocks();

  mongo = await startMongoServer({ dbPath, port });
  await eventually(isCounted);
});
