import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { newId } from '../../envelope/id';
import { OutboxRelay } from '../../outbox/outbox-relay';
import { MemorySource, noMetrics, postEvent, until } from '../../testing/memory-source';
import { expectInProcessListeners } from './in-process.bus';
import { InProcessTransport } from './in-process.transport';

Logger.overrideLogger(false);

describe('events inside one process', () => {
  let namespace: string;
  let open: InProcessTransport[] = [];

  beforeEach(() => {
    namespace = newId();
  });
  afterEach(async () => {
    await Promise.all(open.map((transport) => transport.close()));
    open = [];
  });

  function transport(service: string): InProcessTransport {
    const made = new InProcessTransport({ namespace, service, pause: () => 5 }, noMetrics);
    open.push(made);
    return made;
  }

  function listener(service: string, handle: (event: EventEnvelope) => Promise<void>) {
    return { service, names: ['timeline.post.updated'], handle };
  }

  it('lets an event go only when every listener has applied it', async () => {
    const seen: string[] = [];
    let failures = 3;
    const quick = transport('quick');
    await quick.listen(listener('quick', async (event) => void seen.push(`quick${event.version}`)));
    const slow = transport('slow');
    await slow.listen(
      listener('slow', async (event) => {
        if (failures-- > 0) throw new Error('not yet');
        seen.push(`slow${event.version}`);
      }),
    );
    const sender = transport('timeline');
    const relay = new OutboxRelay(sender, noMetrics, { service: 'timeline' });
    const source = new MemorySource();
    relay.register(source);
    relay.start();
    relay.accept(source, source.write('p', postEvent('p', 1)));
    relay.accept(source, source.write('p', postEvent('p', 2)));
    await until(() => seen.includes('quick1'));
    expect(source.pending()).toBe(2);
    await relay.idle();
    expect(source.pending()).toBe(0);
    expect(seen.filter((name) => name.startsWith('slow'))).toEqual(['slow1', 'slow2']);
    expect(seen.filter((name) => name.startsWith('quick'))).toEqual(['quick1', 'quick2']);
    await relay.stop();
  });

  it('keeps the event where a listener stops before it applied it', async () => {
    const failing = transport('failing');
    await failing.listen(
      listener('failing', async () => {
        throw new Error('never');
      }),
    );
    const published = transport('timeline').publish(postEvent('p', 1));
    const outcome = expect(published).rejects.toThrow(/stopped/);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await failing.close();
    await outcome;
  });

  it('hands nothing out before all expected services stand', async () => {
    expectInProcessListeners(namespace, ['one', 'two']);
    const seen: string[] = [];
    await transport('one').listen(listener('one', async () => void seen.push('one')));
    const published = transport('timeline').publish(postEvent('p', 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen).toEqual([]);
    await transport('two').listen(listener('two', async () => void seen.push('two')));
    await published;
    expect(seen.sort()).toEqual(['one', 'two']);
  });

  it('shares nothing between listeners, nor between namespaces', async () => {
    const seen: unknown[] = [];
    for (const service of ['one', 'two']) {
      await transport(service).listen(
        listener(service, async (event) => {
          seen.push((event.data as { number: number }).number);
          (event.data as { number: number }).number = 99;
        }),
      );
    }
    const other = new InProcessTransport({ namespace: newId(), service: 'one' }, noMetrics);
    open.push(other);
    await other.listen(listener('one', async () => void seen.push('foreign')));
    const event = postEvent('p', 1);
    await transport('timeline').publish(event);
    expect(seen).toEqual([1, 1]);
    expect(event.data).toMatchObject({ number: 1 });
  });

  it('asks and answers, and says when nobody can', async () => {
    const answering = transport('members');
    await answering.answer({
      service: 'members',
      names: ['members.findMembers', 'members.broken', 'members.slow'],
      answer: async (name, { payload }) => {
        if (name === 'members.broken') throw new Error('broken');
        if (name === 'members.slow') await new Promise((resolve) => setTimeout(resolve, 200));
        return { name, payload };
      },
    });
    const asking = transport('timeline');
    const question = { payload: { ids: ['a'] }, traceparent: null, requestId: null };
    await expect(asking.ask('members.findMembers', question, 100)).resolves.toEqual({
      name: 'members.findMembers',
      payload: { ids: ['a'] },
    });
    for (const name of ['members.broken', 'members.slow', 'members.unknown']) {
      await expect(asking.ask(name, question, 50)).rejects.toMatchObject({
        name: 'QuestionUnanswered',
      });
    }
  });

  it('lets a process follow all events', async () => {
    const seen: number[] = [];
    const gateway = transport('gateway');
    const stop = await gateway.follow((event) => seen.push(event.version));
    const sender = transport('timeline');
    await sender.publish(postEvent('p', 1));
    stop();
    await sender.publish(postEvent('p', 2));
    expect(seen).toEqual([1]);
  });
});
