import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { MemorySource, postEvent, until } from '../testing/memory-source';
import type { EventTransport } from '../transport/event-transport';
import { OutboxRelay, type RelayOptions } from './outbox-relay';

Logger.overrideLogger(false);

/** Like a server: keeps every id once, in order of arrival. */
class RecordingTransport {
  readonly kept: EventEnvelope[] = [];
  calls = 0;
  underWay = 0;
  mostUnderWay = 0;
  fail: (event: EventEnvelope) => boolean = () => false;

  async publish(event: EventEnvelope): Promise<void> {
    this.calls += 1;
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    this.underWay -= 1;
    if (this.fail(event)) throw new Error('away');
    if (!this.kept.some(({ id }) => id === event.id)) this.kept.push(event);
  }

  versions(key: string): number[] {
    return this.kept.filter((e) => e.aggregate.id === key).map((e) => e.version);
  }
}

describe('the outbox relay', () => {
  let transport: RecordingTransport;
  let source: MemorySource;
  let relays: OutboxRelay[] = [];

  beforeEach(() => {
    transport = new RecordingTransport();
    source = new MemorySource();
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.stop(0)));
    relays = [];
  });

  function relay(options: Partial<RelayOptions> = {}): OutboxRelay {
    const made = new OutboxRelay(transport as unknown as EventTransport, {
      service: 'timeline',
      sweepEvery: 10,
      ...options,
    });
    made.register(source);
    made.start();
    relays.push(made);
    return made;
  }

  it('publishes in order for each document, several documents concurrently, and removes published events', async () => {
    const one = relay();
    for (let version = 1; version <= 10; version += 1) {
      for (const key of ['a', 'b', 'c']) {
        one.accept(source, source.write(key, postEvent(key, version)));
      }
    }
    await one.idle();
    const upTo10 = Array.from({ length: 10 }, (_, index) => index + 1);
    for (const key of ['a', 'b', 'c']) expect(transport.versions(key)).toEqual(upTo10);
    expect(transport.mostUnderWay).toBe(3);
    expect(source.pending()).toBe(0);
    expect(transport.calls).toBe(30);
  });

  it('retries an event until it is published; later ones of the document wait', async () => {
    const one = relay();
    let failures = 2;
    transport.fail = (event) => event.aggregate.id === 'a' && event.version === 1 && failures-- > 0;
    one.accept(source, source.write('a', postEvent('a', 1)));
    one.accept(source, source.write('a', postEvent('a', 2)));
    one.accept(source, source.write('b', postEvent('b', 1)));
    await one.idle();
    expect(transport.kept.map((e) => `${e.aggregate.id}${e.version}`)).toEqual(['b1', 'a1', 'a2']);
  });

  it('keeps the order when two replicas write the same document', async () => {
    const [one, two] = [relay(), relay()];
    for (let version = 1; version <= 30; version += 1) {
      const writer = version % 2 === 0 ? one : two;
      writer!.accept(source, source.write('a', postEvent('a', version)));
      if (version % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await Promise.all([one!.idle(), two!.idle()]);
    expect(transport.versions('a')).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(source.pending()).toBe(0);
  });

  it('publishes what a crash left, except recent events that their writer may still publish', async () => {
    source.write('old', postEvent('old', 1, new Date(Date.now() - 1_000)));
    source.write('young', postEvent('young', 1, new Date(Date.now() + 60_000)));
    relay();
    await until(() => transport.kept.length === 1 && source.pending() === 1);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(transport.versions('old')).toEqual([1]);
    expect(transport.versions('young')).toEqual([]);
  });

  it('goes on at once while more is left, also beside a document that it cannot publish', async () => {
    const old = new Date(Date.now() - 120_000);
    const stuck = source.write('stuck', postEvent('stuck', 1, old));
    for (let n = 0; n < 250; n += 1) source.write(`k${n}`, postEvent(`k${n}`, 1, old));
    transport.fail = (event) => event.aggregate.id === 'stuck';
    relay({ sweepEvery: 60_000 }).accept(source, stuck);
    await until(() => transport.kept.length === 250, 30_000);
    expect(source.pending()).toBe(1);
  });

  it('publishes again what it could not remove, and then removes it', async () => {
    const removePublished = source.removePublished.bind(source);
    let failures = 2;
    source.removePublished = async (document) => {
      if (failures-- > 0) throw new Error('the database is away');
      await removePublished(document);
    };
    relay().accept(source, source.write('a', postEvent('a', 1)));
    await until(() => source.pending() === 0);
    expect(transport.kept).toHaveLength(1);
  });

  it('removes a tombstone only after its last event', async () => {
    const one = relay();
    source.write('a', postEvent('a', 1));
    const last = { ...source.write('a', postEvent('a', 2)), purge: true };
    transport.fail = (event) => event.version === 2 && transport.calls < 6;
    one.accept(source, last);
    await until(() => transport.calls >= 3);
    expect(source.documents.has('a')).toBe(true);
    await one.idle();
    expect(transport.versions('a')).toEqual([1, 2]);
    expect(source.documents.has('a')).toBe(false);
  });

  it('leaves to the sweeper what exceeds the bound in memory', async () => {
    const one = relay({ memoryLimit: 4 });
    for (let index = 0; index < 50; index += 1) {
      one.accept(source, source.write(`k${index}`, postEvent(`k${index}`, 1)));
    }
    await until(() => source.pending() === 0);
    expect(transport.kept).toHaveLength(50);
  });
});
