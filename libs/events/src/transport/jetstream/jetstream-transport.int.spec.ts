import { execFile } from 'node:child_process';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { ErrorCode, Events, StoreCompression } from 'nats';
import { newId } from '../../envelope/id';
import { OutboxRelay } from '../../outbox/outbox-relay';
import { MemorySource, postEvent, until } from '../../testing/memory-source';
import { itServesListeners } from '../../testing/transport-suite';
import { natsForTest, type NatsForTest } from '../../testing/nats-for-test';
import { UnfitEvent } from '../../listener/event-server';
import type { EventTransport } from '../event-transport';
import { JetStreamTransport, type JetStreamOptions } from './jetstream-transport';

Logger.overrideLogger(false);

describe('events over JetStream', () => {
  let nats: NatsForTest;
  let open: EventTransport[] = [];
  let namespace: string;

  beforeAll(async () => {
    nats = await natsForTest();
  });
  afterAll(() => nats.stop());
  beforeEach(() => {
    namespace = `t${newId().slice(-12)}`;
  });
  afterEach(async () => {
    await Promise.all(open.map((transport) => transport.close()));
    open = [];
  });

  async function transport(more: Partial<JetStreamOptions> = {}): Promise<JetStreamTransport> {
    const made = new JetStreamTransport({
      servers: [nats.url],
      namespace,
      name: 'test',
      pause: () => 5,
      ...more,
    });
    open.push(made);
    await made.connect();
    return made;
  }

  function collect(target: EventEnvelope[], service = 'tasks') {
    return {
      service,
      names: ['timeline.post.updated'],
      handle: async (event: EventEnvelope) => {
        target.push(event);
      },
    };
  }

  itServesListeners(
    ({ unreachable, ...settings } = {}) =>
      transport({ ...settings, ...(unreachable ? { servers: ['nats://127.0.0.1:1'] } : {}) }),
    { withinMs: 30_000 },
  );

  /** Asynchronously: the listeners are in this process. */
  const replay = (...more: string[]) =>
    new Promise<{ status: number; stdout: string }>((resolve) => {
      execFile(
        process.execPath,
        ['deploy/events-replay.mjs', ...more],
        {
          cwd: path.resolve(__dirname, '../../../../..'),
          env: { ...process.env, NATS_URL: nats.url, ENGAWA_NAMESPACE: namespace },
        },
        (error, stdout) => resolve({ status: error ? Number(error.code) : 0, stdout }),
      );
    });

  it('delivers an event to every listening service once, with all its fields', async () => {
    const sender = await transport();
    const tasks: EventEnvelope[] = [];
    const search: EventEnvelope[] = [];
    await (await transport()).listen(collect(tasks));
    await (await transport()).listen(collect(search, 'search'));
    const event = { ...postEvent('p1', 1), requestId: 'request-1' };
    await sender.publish(event);
    await sender.publish(event);
    const next = postEvent('p1', 2);
    await sender.publish(next);
    await until(() => [tasks, search].every((seen) => seen.some(({ id }) => id === next.id)));
    expect(tasks.map(({ id }) => id)).toEqual([event.id, next.id]);
    expect(tasks[0]).toEqual(event);
    expect(search.map(({ id }) => id)).toEqual([event.id, next.id]);
  });

  it('batches what waits into few messages, and delivers each event by itself', async () => {
    const sender = await transport();
    const applied: string[] = [];
    const followed = new Set<string>();
    const listening = await transport({ concurrency: 32 });
    await listening.follow(
      (event) => followed.add(event.id),
      () => undefined,
    );
    let refused = true;
    await listening.listen({
      service: 'tasks',
      names: ['timeline.post.updated'],
      handle: async (event) => {
        if (event.aggregate.id === 'p250' && refused) {
          refused = false;
          throw new Error('not yet');
        }
        applied.push(`${event.aggregate.id} ${event.version}`);
      },
    });
    const many = (version: number) =>
      Array.from({ length: 600 }, (_, index) => postEvent(`p${index}`, version));
    for (const version of [1, 2]) {
      await Promise.all(many(version).map((event) => sender.publish(event)));
    }
    await until(() => applied.length === 1_200);
    expect(new Set(applied).size).toBe(1_200);
    expect(applied.indexOf('p250 1')).toBeLessThan(applied.indexOf('p250 2'));
    await until(() => followed.size === 1_200);
    const { manager, names } = await sender.jetStream();
    const { state } = await manager.streams.info(names.stream('timeline'));
    expect(state.messages).toBeLessThan(120);
    // All is acknowledged: the next replica gets nothing again.
    await listening.close();
    const again: EventEnvelope[] = [];
    await (await transport()).listen(collect(again));
    await sender.publish(postEvent('last', 1));
    await until(() => again.length > 0);
    expect(again.map(({ aggregate }) => aggregate.id)).toEqual(['last']);
  });

  it('keeps the stream packed and within its bounds, also one that was created otherwise', async () => {
    const wide = await transport({ bounds: { days: 0, events: -1 } });
    await wide.publish(postEvent('p1', 1));
    const { manager, names } = await wide.jetStream();
    const stream = names.stream('timeline');
    await manager.streams.update(stream, { compression: StoreCompression.None });
    const bounded = await transport({ bounds: { days: 2, events: 10_000 } });
    await bounded.publish(postEvent('p1', 2));
    const { config, state } = await manager.streams.info(stream);
    expect(config).toMatchObject({
      max_age: 2 * 86_400 * 1e9,
      max_msgs: 10_000,
      compression: 's2',
    });
    expect(state.messages).toBe(2);
  });

  it('stores an event that never succeeds as a dead letter and goes on', async () => {
    const sender = await transport();
    const seen: number[] = [];
    const listening = await transport({ maxAttempts: 3 });
    await listening.listen({
      service: 'tasks',
      names: ['timeline.post.updated'],
      handle: async (event) => {
        if (event.version === 1) throw new Error('cannot be applied');
        seen.push(event.version);
      },
    });
    await sender.publish(postEvent('p', 1));
    await sender.publish(postEvent('p', 2));
    await until(() => seen.length === 1);
    const { manager, names } = await listening.jetStream();
    const letter = () => manager.streams.getMessage(names.deadStream(), { seq: 1 });
    await until(() =>
      letter().then(
        () => true,
        () => false,
      ),
    );
    expect((await letter()).json()).toMatchObject({
      service: 'tasks',
      reason: 'Error: cannot be applied',
      attempts: 3,
      event: { aggregate: { id: 'p' }, version: 1 },
    });
  });

  it('replays a dead letter to the service that gave up, and to nobody else', async () => {
    const sender = await transport();
    let broken = true;
    const applied: string[] = [];
    const listener = (service: string, fails: boolean) => ({
      service,
      names: ['timeline.post.updated', 'timeline.post.deleted'],
      handle: async (event: EventEnvelope) => {
        if (fails && broken) throw new Error('a fault in the listener');
        applied.push(`${service} ${event.version}`);
      },
    });
    await (await transport({ maxAttempts: 2 })).listen(listener('tasks', true));
    await (await transport()).listen(listener('search', false));
    const event = postEvent('p', 1);
    await sender.publish(event);
    const list = async () => (await replay('--list')).stdout;
    await until(async () => (await list()).includes('1 dead letter(s)'), 25_000);
    expect(await list()).toMatch(
      new RegExp(`tasks  timeline.post.updated  ${event.id} .* a fault in the listener`),
    );
    expect(applied).toEqual(['search 1']);
    broken = false;
    expect(await replay('--service', 'tasks', '--id', 'unknown')).toMatchObject({ status: 1 });
    expect(await replay('--service', 'tasks', '--id', event.id)).toMatchObject({ status: 0 });
    await until(() => applied.length === 2);
    expect(applied).toEqual(['search 1', 'tasks 1']);
    expect(await list()).toContain('0 dead letter(s)');
    expect((await replay()).status).toBe(2);
  });

  it('keeps all malformed events as dead letters while others go on', async () => {
    const sender = await transport();
    const seen: EventEnvelope[] = [];
    await (
      await transport({ pause: undefined })
    ).listen({
      ...collect(seen),
      handle: async (event) => {
        if (typeof event.space !== 'string') throw new UnfitEvent('space: expected a string');
        if (event.version === 0) throw new Error('cannot be applied');
        seen.push(event);
      },
    });
    await sender.publish(postEvent('p', 1));
    await until(() => seen.length === 1);
    const { client, manager, names } = await sender.jetStream();
    const good = postEvent('p', 2);
    const malformed: unknown[] = [
      null,
      7,
      'text',
      {},
      { ...good, aggregate: null },
      { ...good, name: 'timeline.post.deleted' },
      { ...good, name: 5 },
      { ...good, id: newId(), space: { engawa: true } },
      { ...good, id: newId(), version: 0 },
    ];
    for (const [index, one] of malformed.entries()) {
      const subject = names.partitioned('timeline.post.updated', index % 4);
      await client.publish(subject, JSON.stringify(one));
    }
    await client.publish(names.partitioned('timeline.post.updated', 1), '{"cut of');
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'p']) await sender.publish(postEvent(id, 2));
    await until(() => seen.length === 8);
    const kept = async () => (await manager.streams.info(names.deadStream())).state.messages;
    await until(async () => (await kept()) === 10);
    const { stdout } = await replay('--list');
    expect(stdout).toContain('{"engawa":true} post/p  after 1 attempts: UnfitEvent: space');
    expect(stdout).toContain('malformed  {"cut of  after 0 attempts: SyntaxError');
    expect(stdout).not.toContain('[object Object]');
  }, 120_000);

  it('shares the events of a service among its replicas, each aggregate in order', async () => {
    const sender = await transport();
    const seen: { replica: string; event: EventEnvelope }[] = [];
    const replicas: JetStreamTransport[] = [];
    const active = new Map<string, number>();
    let together = 0;
    for (const replica of ['first', 'second']) {
      const made = await transport();
      replicas.push(made);
      await made.listen({
        service: 'tasks',
        names: ['timeline.post.updated'],
        handle: async (event) => {
          const { id } = event.aggregate;
          active.set(id, (active.get(id) ?? 0) + 1);
          together = Math.max(together, active.get(id)!);
          await new Promise((resolve) => setTimeout(resolve, 3));
          active.set(id, active.get(id)! - 1);
          seen.push({ replica, event });
        },
      });
    }
    const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
    for (let version = 1; version <= 6; version += 1) {
      for (const id of ids) await sender.publish(postEvent(id, version));
    }
    await until(() => seen.length === 72);
    const versionsOf = (id: string) =>
      seen.filter(({ event }) => event.aggregate.id === id).map(({ event }) => event.version);
    for (const id of ids) expect(versionsOf(id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(together).toBe(1);
    expect(new Set(seen.map(({ replica }) => replica)).size).toBe(2);

    await replicas[0]!.close();
    for (const id of ids) await sender.publish(postEvent(id, 7));
    await until(() => seen.length === 84);
    expect(new Set(seen.slice(72).map(({ replica }) => replica))).toEqual(new Set(['second']));
  });

  it('applies twice as many events at a time with two replicas', async () => {
    const concurrency = 8;
    let [active, most, applied] = [0, 0, 0];
    for (let replica = 0; replica < 2; replica += 1) {
      const made = await transport({ concurrency });
      await made.listen({
        service: 'tasks',
        names: ['timeline.post.updated'],
        handle: async () => {
          active += 1;
          most = Math.max(most, active);
          // The listener is the bound, not the processor.
          await new Promise((resolve) => setTimeout(resolve, 20));
          active -= 1;
          applied += 1;
        },
      });
    }
    const sender = await transport();
    const all = Array.from({ length: 1_000 }, (_, index) => postEvent(`p${index}`, 1));
    await Promise.all(all.map((event) => sender.publish(event)));
    await until(() => applied === all.length);
    expect(most).toBe(2 * concurrency);
  });

  it('applies what an earlier version published and left unapplied', async () => {
    const sender = await transport();
    const { client, manager, names } = await sender.jetStream();
    const subject = `${namespace}.timeline.post.updated`;
    await manager.streams.add({
      name: names.stream('timeline'),
      subjects: [`${namespace}.timeline.>`],
    });
    const earlier = [1, 2, 3].map((version) => postEvent('p', version));
    await client.publish(subject, JSON.stringify(earlier[0]));
    await client.publish(subject, JSON.stringify(earlier.slice(1, 2)));
    await manager.consumers.add(names.stream('timeline'), {
      durable_name: 'tasks-2',
      ack_policy: 'explicit' as never,
      filter_subject: subject,
      max_ack_pending: 1_000,
    });
    const applied = await client.consumers.get(names.stream('timeline'), 'tasks-2');
    await (await applied.next())?.ackAck();
    const seen: EventEnvelope[] = [];
    await (await transport()).listen(collect(seen));
    await until(() => seen.length === 1);
    // A replica of the earlier version still publishes, others already in the new way.
    await client.publish(subject, JSON.stringify(earlier[2]));
    await until(() => seen.length === 2);
    await sender.publish(postEvent('p', 4));
    await until(() => seen.length === 3);
    expect(seen.map(({ version }) => version)).toEqual([2, 3, 4]);
  });

  it('reconnects after the server was away, loses nothing and keeps the order', async () => {
    const sender = await transport();
    const relay = new OutboxRelay(sender, { service: 'timeline', sweepEvery: 50 });
    const source = new MemorySource();
    relay.register(source);
    relay.start();
    const seen: EventEnvelope[] = [];
    const gaps = jest.fn();
    const listening = await transport();
    await listening.listen(collect(seen));
    await listening.follow(() => undefined, gaps);
    relay.accept(source, source.write('p1', postEvent('p1', 1)));
    await until(() => seen.length === 1);

    await nats.kill();
    await until(() => !sender.isConnected());
    for (let version = 2; version <= 20; version += 1) {
      relay.accept(source, source.write('p1', postEvent('p1', version)));
      relay.accept(source, source.write('p2', postEvent('p2', version)));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen).toHaveLength(1);
    await nats.again();

    // Unrecorded acknowledgements of a killed server are repeated: each event counts once.
    const once = () => [...new Map(seen.map((event) => [event.id, event])).values()];
    await until(() => once().length >= 39 && source.pending() === 0);
    const of = (id: string) =>
      once()
        .filter((event) => event.aggregate.id === id)
        .map((event) => event.version);
    const upTo20 = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(of('p1')).toEqual(upTo20);
    expect(of('p2')).toEqual(upTo20.slice(1));
    expect(gaps).toHaveBeenCalled();
    await relay.stop();
  });

  it('reconnects after the server has refused its password several times', async () => {
    const guarded = await natsForTest();
    try {
      guarded.requirePassword('first');
      const servers = [guarded.url.replace('//', '//engawa:first@')];
      const sender = await transport({ servers });
      const seen: EventEnvelope[] = [];
      await (await transport({ servers })).listen(collect(seen));
      // A reload may cut off requests and acknowledgements, which are then repeated.
      const arrives = async (version: number) => {
        const event = postEvent('p1', version);
        await until(() =>
          sender.publish(event).then(
            () => true,
            () => false,
          ),
        );
        await until(() => seen.some(({ id }) => id === event.id));
      };
      await arrives(1);

      const { connection } = await sender.jetStream();
      let refusals = 0;
      void (async () => {
        for await (const { type, data } of connection.status()) {
          if (type === Events.Error && data === ErrorCode.AuthorizationViolation) refusals += 1;
        }
      })();
      guarded.requirePassword('second');
      await until(() => refusals >= 4);
      expect(sender.isConnected()).toBe(false);
      guarded.requirePassword('first');
      await arrives(2);
      expect(sender.trouble()).toBeNull();
    } finally {
      await guarded.stop();
    }
  });

  it('reports a connection that the client has closed', async () => {
    const sender = await transport();
    const { connection } = await sender.jetStream();
    expect(sender.trouble()).toBeNull();
    await connection.close();
    await until(() => sender.trouble() !== null);
    expect(sender.isConnected()).toBe(false);
  });
});
