import { Logger } from '@nestjs/common';
import { newId } from '../../envelope/id';
import { OutboxRelay } from '../../outbox/outbox-relay';
import { MemorySource, postEvent, until } from '../../testing/memory-source';
import { natsClusterForTest, type NatsClusterForTest } from '../../testing/nats-cluster-for-test';
import { JetStreamTransport } from './jetstream-transport';

Logger.overrideLogger(false);

describe('events over a NATS cluster of three', () => {
  const namespace = `t${newId().slice(-12)}`;
  const open: JetStreamTransport[] = [];
  let nats: NatsClusterForTest;

  beforeAll(async () => {
    nats = await natsClusterForTest();
  });
  afterAll(async () => {
    await Promise.all(open.map((transport) => transport.close()));
    await nats.stop();
  });

  async function transport(): Promise<JetStreamTransport> {
    const made = new JetStreamTransport({
      servers: nats.urls,
      namespace,
      name: 'timeline',
      replicas: 3,
      pause: () => 5,
    });
    open.push(made);
    await made.connect();
    return made;
  }

  it('loses and reorders nothing while the leader dies and a member is cut off', async () => {
    const sender = await transport();
    const relay = new OutboxRelay(sender, { service: 'timeline', sweepEvery: 50 });
    const source = new MemorySource();
    relay.register(source);
    relay.start();
    // Like the data: a repeated event changes nothing.
    const applied = new Map<string, number[]>();
    for (let replica = 0; replica < 2; replica += 1) {
      await (
        await transport()
      ).listen({
        service: 'tasks',
        names: ['timeline.post.updated'],
        handle: async ({ aggregate, version }) => {
          const versions = applied.get(aggregate.id) ?? [];
          applied.set(aggregate.id, versions);
          if (!versions.includes(version)) versions.push(version);
        },
      });
    }
    const ids = Array.from({ length: 8 }, (_, index) => `p${index}`);
    let written = 0;
    const write = () => {
      written += 1;
      for (const id of ids) relay.accept(source, source.write(id, postEvent(id, written)));
    };
    const allApplied = () =>
      until(() => ids.every((id) => applied.get(id)?.length === written), 90_000);
    write();
    await allApplied();
    const { manager, names } = await sender.jetStream();
    const info = await manager.streams.info(names.stream('timeline'));
    expect(info.config.num_replicas).toBe(3);

    const leader = info.cluster!.leader!;
    await nats.kill(leader);
    for (let count = 0; count < 20; count += 1) write();
    await allApplied();
    await nats.again(leader);

    const [other] = ['n1', 'n2', 'n3'].filter((name) => name !== leader);
    nats.freeze(other!);
    for (let count = 0; count < 20; count += 1) write();
    await allApplied();
    nats.thaw(other!);
    for (let count = 0; count < 5; count += 1) write();
    await allApplied();
    await until(() => source.pending() === 0, 30_000);
    const expected = Array.from({ length: written }, (_, index) => index + 1);
    for (const id of ids) expect(applied.get(id)).toEqual(expected);
    await relay.stop();
  }, 300_000);
});
