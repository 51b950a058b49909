import { Body, Controller, Injectable, Module, Param, Post } from '@nestjs/common';
import { AuthModule, CurrentStaff, Public, SignedIn } from '@engawa/auth';
import { EventsModule } from '@engawa/events';
import {
  InjectStore,
  PersistenceModule,
  SpaceRepository,
  requestedId,
  type Store,
  defineStore,
  type DocumentOf,
} from '@engawa/persistence';
import {
  Answer,
  Idempotent,
  Operation,
  ProblemError,
  createDto,
  defineService,
} from '@engawa/service-kit';
import { z } from 'zod';
import { startTestService, type TestService } from './index';

const order = z.object({ id: z.string(), version: z.int(), text: z.string(), served: z.int() });
class OrderDto extends createDto(z.strictObject({ text: z.string() })) {}
class WhereDto extends createDto(z.strictObject({ where: z.string() })) {}
class OrderPathDto extends createDto(z.strictObject({ id: z.string() })) {}
const orderSchema = defineStore({
  collection: 'orders',
  shape: {
    text: z.string(),
    served: z.number(),
  },
});

type OrderDocument = DocumentOf<typeof orderSchema>;

@Injectable()
class OrderRepository extends SpaceRepository<OrderDocument> {
  constructor(@InjectStore(orderSchema) store: Store<OrderDocument>) {
    super(store);
  }
  countIn(space: string): Promise<number> {
    return this.count(space, {});
  }
}

let strangers = 0;
/** Simulates a crash between a write and its answer. */
let diesAfterWrite = false;

function dieOnce(): void {
  if (!diesAfterWrite) return;
  diesAfterWrite = false;
  throw new ProblemError('internal.unexpected');
}

@Controller('orders')
class OrderController {
  constructor(private readonly orders: OrderRepository) {}

  @Post('anonymous')
  @Public()
  @Idempotent()
  @Operation('anonymousOrder')
  @Answer(201, order)
  anonymous(@Body() { text }: OrderDto) {
    strangers += 1;
    return { id: `order-${strangers}`, version: 1, text, served: 0 };
  }

  @Post(':id/served')
  @SignedIn()
  @Idempotent()
  @Operation('serveOrder')
  @Answer(200, order)
  async serve(@CurrentStaff() { space }: CurrentStaff, @Param() { id }: OrderPathDto) {
    const done = await this.orders.change(
      space,
      id,
      ({ served }) => ({ set: { served: served + 1 } }),
      { once: true },
    );
    dieOnce();
    return done!.document;
  }

  @Post(':where')
  @SignedIn()
  @Idempotent()
  @Operation('createOrder')
  @Answer(201, order)
  async create(
    @CurrentStaff() { space }: CurrentStaff,
    @Param() { where }: WhereDto,
    @Body() { text }: OrderDto,
  ) {
    const id = requestedId();
    const written = await this.orders.findWritten(space, id);
    if (written) return written;
    if (text === 'refuse') throw new ProblemError('request.contended');
    const made = await this.orders.insert(space, { id, text: `${where}: ${text}`, served: 0 });
    dieOnce();
    return made;
  }
}

@Module({
  imports: [
    PersistenceModule.forRoot({ schemas: [orderSchema] }),
    EventsModule.forRoot(),
    AuthModule.forRoot(),
  ],
  controllers: [OrderController],
  providers: [OrderRepository],
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
  const countOrders = () => service.running.app.get(OrderRepository).countIn('space-a');

  it('answers a repeated request with what the first one created', async () => {
    const caller = service.asStaff();
    const first = await send(caller, 'key-00001', { text: 'tea' });
    const second = await send(caller, 'key-00001', { text: 'tea' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['etag']).toBe('"1"');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('is one for each key, staff member, space and address', async () => {
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

  it('creates once what requests at the same moment ask for', async () => {
    const caller = service.asStaff();
    const before = await countOrders();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(caller, 'key-00005', { text: 'tea' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await countOrders()) - before).toBe(1);
  });

  it('finds what was written before the answer was lost', async () => {
    const caller = service.asStaff();
    const before = await countOrders();
    diesAfterWrite = true;
    await send(caller, 'key-00006', { text: 'tea' }).expect(500);
    const created = await send(caller, 'key-00006', { text: 'tea' }).expect(201);
    expect((await countOrders()) - before).toBe(1);

    const path = `${created.body.id}/served`;
    diesAfterWrite = true;
    await send(caller, 'key-00007', {}, path).expect(500);
    const served = await send(caller, 'key-00007', {}, path).expect(200);
    expect(served.body).toMatchObject({ served: 1, version: 2 });
    expect(served.headers['idempotency-replayed']).toBe('true');
    expect((await send(caller, 'key-00008', {}, path).expect(200)).body.served).toBe(2);
  });

  it('does what requests at the same moment ask of a document once', async () => {
    const caller = service.asStaff();
    const { id } = (await send(caller, null, { text: 'tea' }).expect(201)).body;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(caller, 'key-00009', {}, `${id}/served`)),
    );
    expect(answers.map(({ body }) => body.served)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('frees the key of a request that failed', async () => {
    const caller = service.asStaff();
    await send(caller, 'key-00010', { text: 'refuse' }).expect(409);
    await send(caller, 'key-00010', { text: 'tea' }).expect(201);
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
    const ask = () =>
      service
        .anonymous()
        .post('/orders/anonymous')
        .set('idempotency-key', 'key-00011')
        .send({ text: 'x' });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.id).not.toBe(second.body.id);
  });
});
