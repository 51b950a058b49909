import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { postEvent, until } from '../testing/memory-source';
import type { EventTransport } from '../transport/event-transport';
import type { EventJournal, StreamMark } from './event-journal';
import { StreamRecovery } from './stream-recovery';

Logger.overrideLogger(false);

const created = '2026-01-01T00:00:00Z';

/** A stream and a journal shared by the replicas of a service. */
function installation() {
  const stream: StreamMark = { created, sequence: 10 };
  let mark: StreamMark | null = { created, sequence: 10 };
  let looks = 0;
  const published: EventEnvelope[] = [];
  const journal: EventJournal = {
    append: async () => undefined,
    async *read() {
      yield [postEvent('a', 1)];
    },
    findStream: async () => mark,
    saveStream: async (seen) => {
      mark = seen;
      looks += 1;
    },
  };
  const transport = {
    isConnected: () => true,
    ownStream: async () => ({ ...stream }),
    publish: async (event: EventEnvelope) => void published.push(event),
  };
  return { stream, journal, transport, published, looks: () => looks };
}

describe('the recovery of a stream', () => {
  let recovery: StreamRecovery;
  const start = ({ transport, journal }: ReturnType<typeof installation>) => {
    const options = { service: 'timeline', every: 1 };
    const to = transport as unknown as EventTransport;
    recovery = new StreamRecovery(to, journal, options);
    recovery.start();
  };
  afterEach(() => recovery.stop());

  it('publishes the journal again after the stream lost its end', async () => {
    const here = installation();
    here.stream.sequence = 9;
    start(here);
    await until(() => here.looks() > 0);
    expect(here.published).toHaveLength(1);
    expect(recovery.note).toMatch(/^events were lost/);
  });

  it('publishes what is being written to the journal at that moment, too', async () => {
    const here = installation();
    const kept: EventEnvelope[] = [];
    let isWriting = false;
    let write = () => {};
    here.journal.append = async (events) => {
      isWriting = true;
      await new Promise<void>((resolve) => (write = resolve));
      kept.push(...events);
    };
    here.journal.read = async function* () {
      yield [...kept];
    };
    start(here);
    recovery.published(postEvent('b', 1));
    await until(() => isWriting);
    const republished = recovery.republish();
    await new Promise((resolve) => setImmediate(resolve));
    write();
    expect(await republished).toBe(1);
    expect(here.published.map(({ aggregate }) => aggregate.id)).toEqual(['b']);
  });

  it('writes many events to the journal without waiting for the interval', async () => {
    const { journal, transport } = installation();
    const kept: EventEnvelope[] = [];
    journal.append = async (events) => void kept.push(...events);
    // Not started: there is no interval.
    recovery = new StreamRecovery(transport as unknown as EventTransport, journal, {
      service: 'timeline',
    });
    const event = postEvent('many', 1);
    for (let count = 1; count < 500; count += 1) recovery.published(event);
    await new Promise((resolve) => setImmediate(resolve));
    expect(kept).toHaveLength(0);
    recovery.published(event);
    await until(() => kept.length === 500);
  });

  it('does not mistake events that another replica publishes during the check for a loss', async () => {
    const here = installation();
    const { ownStream } = here.transport;
    here.transport.ownStream = async () => {
      const found = await ownStream();
      here.stream.sequence += 5;
      await here.journal.saveStream({ ...here.stream });
      return found;
    };
    start(here);
    await until(() => here.looks() > 5);
    expect(here.published).toEqual([]);
    expect(recovery.note).toBeNull();
  });
});
