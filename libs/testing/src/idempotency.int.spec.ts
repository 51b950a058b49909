import { setTimeout as sleep } from 'node:timers/promises';
import { Body, Controller, Module, Param, Post } from '@nestjs/common';
import { AuthModule, Public, SignedIn } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import { MongoIdempotencyStore, PersistenceModule } from '@engawa/persistence';
import {
  Answer,
  IDEMPOTENCY_LOCK,
  Idempotent,
  IdempotencyModule,
  MemoryIdempotencyStore,
  Operation,
  ProblemError,
  createDto,
  defineService,
} from '@engawa/service-kit';
import { z } from 'zod';
import { startTestService, type TestService } from './index';

const order = z.object({ id: z.string(), version: z.int(), text: z.string() });
class OrderDto extends createDto(z.strictObject({ text: z.string() })) {}
class WhereDto extends createDto(z.strictObject({ where: z.string() })) {}
let made = 0;

@Controller('orders')
class OrderController {
  @Post('anonymous')
  @Public()
  @Idempotent()
  @Operation('anonymousOrder')
  @Answer(201, order)
  anonymous(@Body() { text }: OrderDto) {
    made += 1;
    return { id: `order-${made}`, version: 1, text };
  }

  @Post(':where')
  @SignedIn()
  @Idempotent()
  @Operation('createOrder')
  @Answer(201, order)
  async create(@Param() { where }: WhereDto, @Body() { text }: OrderDto) {
    made += 1;
    const id = `order-${made}`;
    if (text === 'refuse') throw new ProblemError('request.contended');
    if (text === 'slow') await sleep(150);
    return { id, version: 1, text: `${where}: ${text}`, secret: 'never' };
  }
}

@Module({
  imports: [
    PersistenceModule.forRoot({ schemas: [] }),
    EventsModule.forRoot(),
    AuthModule.forRoot(),
    IdempotencyModule.forRoot(MongoIdempotencyStore),
  ],
  controllers: [OrderController],
})
class OrderModule {}

const orders = defineService({
  name: 'orders',
  config: z.object({ MONGODB_URI: z.string() }),
  module: OrderModule,
});

describe('Idempotency-Key', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(orders);
  });
  afterAll(() => service.stop());

  const send = (
    caller: ReturnType<TestService['asStaff']>,
    key: string | null,
    body: object,
    path = 'a',
  ) => {
    const test = caller.post(`/orders/${path}`);
    return (key === null ? test : test.set('idempotency-key', key)).send(body);
  };

  it('gives the first answer again', async () => {
    const caller = service.asStaff();
    const first = await send(caller, 'key-00001', { text: 'tea' });
    const second = await send(caller, 'key-00001', { text: 'tea' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['etag']).toBe('"1"');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(first.body).not.toHaveProperty('secret');
  });

  it('is one for each key, staff, space and address', async () => {
    const caller = service.asStaff();
    const answers = await Promise.all([
      send(caller, 'key-00002', { text: 'tea' }),
      send(caller, 'key-00003', { text: 'tea' }),
      send(caller, null, { text: 'tea' }),
      send(service.asStaff(), 'key-00002', { text: 'tea' }),
      send(service.asStaff({ space: 'space-b', staffId: caller.staffId }), 'key-00002', {
        text: 'tea',
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(5);
  });

  it('refuses another body or address under the same key', async () => {
    const caller = service.asStaff();
    await send(caller, 'key-00004', { text: 'tea' }).expect(201);
    for (const again of [
      await send(caller, 'key-00004', { text: 'coffee' }),
      await send(caller, 'key-00004', { text: 'tea' }, 'b'),
    ]) {
      expect([again.status, again.body.code]).toEqual([422, 'request.idempotency-mismatch']);
    }
  });

  it('lets one of those that come together through', async () => {
    const caller = service.asStaff();
    const before = made;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(caller, 'key-00005', { text: 'slow' })),
    );
    expect(made - before).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.code).toBe('request.idempotency-in-progress');
  });

  it('frees the key of a request that failed', async () => {
    const caller = service.asStaff();
    const before = made;
    await send(caller, 'key-00006', { text: 'refuse' }).expect(409);
    await send(caller, 'key-00006', { text: 'refuse' }).expect(409);
    expect(made - before).toBe(2);
  });

  it('refuses keys that are none', async () => {
    for (const key of ['short', 'with space 1', 'x'.repeat(200)]) {
      const answer = await send(service.asStaff(), key, { text: 'tea' });
      expect([key, answer.status, answer.body.code]).toEqual([
        key,
        400,
        'request.idempotency-key-invalid',
      ]);
    }
  });

  it('keeps nothing of strangers', async () => {
    const first = await service
      .anonymous()
      .post('/orders/anonymous')
      .set('idempotency-key', 'key-00007')
      .send({ text: 'x' });
    const second = await service
      .anonymous()
      .post('/orders/anonymous')
      .set('idempotency-key', 'key-00007')
      .send({ text: 'x' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.id).not.toBe(second.body.id);
  });

  it('takes over what a crash left', async () => {
    let now = 0;
    const store = new MemoryIdempotencyStore(() => now);
    const keyed = { space: 'a', id: 'x', fingerprint: 'f', answerKey: Buffer.alloc(32) };
    expect(await store.begin(keyed)).toEqual({ kind: 'begun' });
    expect(await store.begin(keyed)).toEqual({ kind: 'running' });
    now += IDEMPOTENCY_LOCK + 1;
    expect(await store.begin(keyed)).toEqual({ kind: 'begun' });
  });
});
