import { setTimeout as sleep } from 'node:timers/promises';
import type { EventEnvelope } from '@engawa/contracts';
import type { EventTransport } from '../transport/event-transport';
import { postEvent, until } from './memory-source';

interface TransportSettings {
  maxAttempts?: number;
  pause?: (attempt: number) => number;
  /** Address of a server that does not exist. */
  unreachable?: boolean;
}

const names = ['timeline.post.updated'];

/**
 * What every event server provides to listeners, askers and followers; runs in the `describe` of
 * its spec.
 */
export function itServesListeners(
  transport: (settings?: TransportSettings) => Promise<EventTransport>,
  { withinMs }: { withinMs: number },
): void {
  const soon = (check: () => boolean | Promise<boolean>) => until(check, withinMs);
  const test = (title: string, work: () => Promise<void>) => it(title, work, 3 * withinMs);

  function collect(target: EventEnvelope[]) {
    return {
      service: 'tasks',
      names,
      handle: async (event: EventEnvelope) => void target.push(event),
    };
  }

  test('keeps events for a service that comes later, and its place while it is away', async () => {
    const sender = await transport();
    await sender.publish(postEvent('p1', 1));
    const first: EventEnvelope[] = [];
    const one = await transport();
    await one.listen(collect(first));
    await soon(() => first.length === 1);
    await one.close();
    await sender.publish(postEvent('p1', 2));
    const second: EventEnvelope[] = [];
    await (await transport()).listen(collect(second));
    await soon(() => second.length === 1);
    expect(second.map((event) => event.version)).toEqual([2]);
  });

  test('keeps the order of each aggregate while an event is tried again; others go on', async () => {
    const sender = await transport();
    const seen: string[] = [];
    let failures = 3;
    const handle = async ({ aggregate: { id }, version }: EventEnvelope) => {
      if (id === 'bad' && version === 1 && failures-- > 0) throw new Error('not yet');
      seen.push(`${id}${version}`);
    };
    await (await transport()).listen({ service: 'tasks', names, handle });
    for (let version = 1; version <= 3; version += 1) {
      await sender.publish(postEvent('bad', version));
      await sender.publish(postEvent('good', version));
    }
    await soon(() => seen.length === 6);
    expect(seen.filter((name) => name.startsWith('bad'))).toEqual(['bad1', 'bad2', 'bad3']);
    expect(seen.filter((name) => name.startsWith('good'))).toEqual(['good1', 'good2', 'good3']);
  });

  test('does not give up on an event because the database is away', async () => {
    const sender = await transport();
    let failures = 10;
    const seen: number[] = [];
    const handle = async ({ version }: EventEnvelope) => {
      if (failures-- > 0) throw Object.assign(new Error('x'), { name: 'MongoNetworkError' });
      seen.push(version);
    };
    await (await transport({ maxAttempts: 2 })).listen({ service: 'tasks', names, handle });
    await sender.publish(postEvent('p', 1));
    await soon(() => seen.length === 1);
  });

  test('delivers what a stopped replica had not applied to the next one, first and in order', async () => {
    const sender = await transport();
    const first = await transport({ pause: () => 600_000 });
    let tries = 0;
    const handle = async () => {
      tries += 1;
      throw new Error('never here');
    };
    await first.listen({ service: 'tasks', names, handle });
    for (let version = 1; version <= 3; version += 1) {
      await sender.publish(postEvent('p', version));
      await sender.publish(postEvent('q', version));
    }
    // Not both aggregates: in one partition of Kafka, a later batch waits for an earlier one.
    await soon(() => tries > 0);
    await first.close();
    await sender.publish(postEvent('p', 4));
    const seen: EventEnvelope[] = [];
    await (await transport()).listen(collect(seen));
    await soon(() => seen.length === 7);
    const ofP = seen.filter(({ aggregate }) => aggregate.id === 'p');
    expect(ofP.map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  test('receives a further kind of event as soon as the service listens to it', async () => {
    const sender = await transport();
    const one = await transport();
    const seen: string[] = [];
    const listener = (...more: string[]) => ({
      service: 'tasks',
      names: [...names, ...more],
      handle: async (event: EventEnvelope) => void seen.push(event.name),
    });
    await one.listen(listener());
    await sender.publish(postEvent('p', 1));
    await soon(() => seen.length === 1);
    await one.close();
    await (await transport()).listen(listener('timeline.post.deleted', 'timeline.label.created'));
    await soon(async () => {
      await sender.publish({ ...postEvent('p', 2), name: 'timeline.post.deleted' });
      return seen.includes('timeline.post.deleted');
    });
  });

  test('asks one of the answering replicas, and says when nobody answers', async () => {
    const asking = await transport();
    const answering = await transport();
    await answering.answer({
      service: 'members',
      names: ['members.findMembers'],
      answer: async (name, question) => ({ name, question }),
    });
    const question = { payload: { ids: ['a'] }, traceparent: null, requestId: 'r-1' };
    await soon(() =>
      asking.ask('members.findMembers', question, 2_000).then(
        (answer) => {
          expect(answer).toEqual({ name: 'members.findMembers', question });
          return true;
        },
        () => false,
      ),
    );
    await expect(asking.ask('nobody.findThings', question, 300)).rejects.toMatchObject({
      name: 'QuestionUnanswered',
    });
  });

  test('reads the events of one name since a time again, up to the present', async () => {
    const sender = await transport();
    const { name } = postEvent('p', 1);
    await sender.publish(postEvent('p', 1));
    await sleep(50);
    const since = new Date();
    for (const version of [2, 3]) await sender.publish(postEvent('p', version));
    await sender.publish(postEvent('q', 1));
    await sender.publish({ ...postEvent('p', 4), name: 'timeline.post.deleted' });
    const reading = await transport();
    const read = async (of: string, from: Date) => {
      const seen: string[] = [];
      await reading.readSince(of, from, ({ aggregate: { id }, version }) =>
        seen.push(`${id}${version}`),
      );
      return seen;
    };
    const seen = await read(name, since);
    expect([...seen].sort()).toEqual(['p2', 'p3', 'q1']);
    expect(seen.indexOf('p2')).toBeLessThan(seen.indexOf('p3'));
    await sleep(50);
    expect(await read(name, new Date())).toEqual([]);
    expect(await read('members.member.added', since)).toEqual([]);
  });

  test('lets a process follow all events from now on, until it stops', async () => {
    const sender = await transport();
    await sender.publish(postEvent('p', 1));
    const following = await transport();
    let version = 1;
    const heard = async (seen: number[]) => {
      await sender.publish(postEvent('p', (version += 1)));
      return seen.length > 0;
    };
    const follow = async (seen: number[]) =>
      following.follow(
        (event) => seen.push(event.version),
        () => undefined,
      );
    const first: number[] = [];
    const stop = await follow(first);
    await soon(() => heard(first));
    expect(first[0]).toBeGreaterThan(1);
    stop();
    const before = [...first];
    const second: number[] = [];
    await follow(second);
    await soon(() => heard(second));
    expect(first).toEqual(before);
  });

  test('stops although the server was never reachable', async () => {
    const alone = await transport({ unreachable: true });
    await alone.listen(collect([]));
    const outcome = expect(alone.publish(postEvent('p', 1))).rejects.toThrow();
    expect(alone.isConnected()).toBe(false);
    await alone.close();
    await outcome;
  });
}
