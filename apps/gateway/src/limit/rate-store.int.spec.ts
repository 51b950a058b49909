import { connect, createServer } from 'node:net';
import { eventually, freePort, startTestInfrastructure } from '@engawa/testing';
import { Logger } from '@nestjs/common';
import { RateStore } from './rate-store';

Logger.overrideLogger(false);

it('counts together once the database comes that was away at the start', async () => {
  const infrastructure = await startTestInfrastructure();
  const database = new URL(infrastructure.env['MONGODB_URI']!);
  const port = await freePort();
  const proxy = createServer((socket) => {
    const upstream = connect(Number(database.port), database.hostname);
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  const config = { MONGODB_URI: `mongodb://127.0.0.1:${port}/`, RATE_STORE_TIMEOUT: 300 };
  const store = new RateStore(config, { ENGAWA_NAMESPACE: `rates${port}` }, 'gateway');
  const counter = store.counter('test');
  const warned = jest.spyOn(Logger.prototype, 'warn');
  try {
    store.onModuleInit();
    await eventually(async () => expect(warned.mock.calls.length).toBeGreaterThan(2));
    expect(await counter.add('somebody', 1)).toBeNull();

    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
    await eventually(async () => {
      expect(await counter.add('somebody', 1)).toMatchObject({ points: expect.any(Number) });
    });
  } finally {
    await store.beforeClose();
    proxy.close();
    await infrastructure.stop();
  }
});
