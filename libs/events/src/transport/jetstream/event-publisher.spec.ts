import type { EventEnvelope } from '@engawa/contracts';
import { postEvent } from '../../testing/memory-source';
import { countFitting, decodeEvents, decodeMessage, messageOf } from '../event-message';
import { EventPublisher, type EventMessage } from './event-publisher';

const subject = 'engawa.timeline.post.updated';

function sending() {
  const sent: { message: EventMessage; acknowledge: (error?: Error) => void }[] = [];
  const publisher = new EventPublisher(
    (message) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ message, acknowledge: (error) => (error ? reject(error) : resolve()) });
      }),
  );
  return { sent, publisher };
}

const idsOf = ({ data }: EventMessage) => decodeEvents(data).map(({ aggregate }) => aggregate.id);
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('sends each event alone while few are in flight', async () => {
  const { sent, publisher } = sending();
  const event = postEvent('p1', 1);
  const published = publisher.publish(subject, event);
  await turn();
  expect(sent.map(({ message }) => message)).toEqual([
    { subject, id: event.id, data: Buffer.from(JSON.stringify(event)) },
  ]);
  sent[0]!.acknowledge();
  await published;
});

it('gives an event that is to be delivered again an id that the server does not know', async () => {
  const { sent, publisher } = sending();
  const event = postEvent('p1', 1);
  for (let time = 1; time <= 2; time += 1) {
    void publisher.publish(subject, event, true);
    await turn();
  }
  const ids = [event.id, ...sent.map(({ message }) => message.id)];
  expect(new Set(ids).size).toBe(3);
});

it('batches what arrives together and what waits, and fails only the events of the message that failed', async () => {
  const { sent, publisher } = sending();
  const outcomes: string[] = [];
  const published: Promise<unknown>[] = [];
  const publish = (from: number, to: number) => {
    for (let n = from; n < to; n += 1)
      published.push(
        publisher.publish(subject, postEvent(`p${n}`, 1)).then(
          () => outcomes.push(`p${n}`),
          (error: Error) => outcomes.push(`${error.message} p${n}`),
        ),
      );
  };
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `p${from + index}`);
  publish(0, 3);
  await turn();
  publish(3, 4);
  await turn();
  publish(4, 102);
  await turn();
  expect(sent.map(({ message }) => idsOf(message))).toEqual([numbered(0, 3), ['p3']]);
  sent[0]!.acknowledge();
  await turn();
  expect(idsOf(sent[2]!.message)).toEqual(numbered(4, 68));
  sent[2]!.acknowledge(new Error('lost'));
  await turn();
  expect(idsOf(sent[3]!.message)).toEqual(numbered(68, 102));
  for (const { acknowledge } of sent) acknowledge();
  await Promise.all(published);
  expect(outcomes.filter((one) => one.startsWith('lost'))).toHaveLength(64);
  expect(outcomes).toContain('p68');
});

it('loses no event of a message that starts like an earlier one whose acknowledgement was lost', async () => {
  const { sent, publisher } = sending();
  const stored = new Map<string, string[]>();
  /** Like the server: keeps the first message of an id and silently drops the others. */
  const store = ({ message, acknowledge }: (typeof sent)[number], error?: Error) => {
    if (!stored.has(message.id)) stored.set(message.id, idsOf(message));
    acknowledge(error);
  };
  const first = postEvent('a', 1);
  const other = (id: string) => publisher.publish(subject, postEvent(id, 1)).catch(String);

  const lost = [publisher.publish(subject, first).catch(String), other('b')];
  await turn();
  expect(idsOf(sent[0]!.message)).toEqual(['a', 'b']);
  store(sent[0]!, new Error('no acknowledgement'));
  await Promise.all(lost);

  const again = [publisher.publish(subject, first), other('c')];
  await turn();
  expect(idsOf(sent[1]!.message)).toEqual(['a', 'c']);
  store(sent[1]!);
  await Promise.all(again);
  expect([...stored.values()].flat()).toContain('c');
});

it('keeps messages below the size limit of the server', () => {
  const sized = (kilobytes: number) => 'あ'.repeat(Math.floor((kilobytes * 1024) / 3));
  const large = sized(200);
  expect(countFitting([large, large, large])).toBe(2);
  expect(countFitting([large])).toBe(1);
  // It cannot be split: the server decides.
  expect(countFitting([sized(900), large])).toBe(1);
});

it('reads messages of one and of several events, and separates what is no event', () => {
  const events = [postEvent('p1', 1), postEvent('p2', 1)];
  const texts = events.map((event) => JSON.stringify(event));
  expect(decodeEvents(messageOf(texts.slice(0, 1)))).toEqual([events[0]]);
  expect(decodeEvents(messageOf(texts))).toEqual(events);
  for (const wrong of ['', '{}', '[{}]', 'null', '[1]']) {
    expect(decodeMessage(Buffer.from(wrong))).toMatchObject({ events: [], malformed: [{}] });
  }
  const mixed = Buffer.from(JSON.stringify([events[0], { name: 'x' }]));
  expect(decodeMessage(mixed)).toEqual({
    events: [events[0]],
    malformed: [{ raw: '{"name":"x"}', reason: 'not an event' }],
  });
  expect(decodeMessage(mixed, 'timeline.post.created').malformed).toHaveLength(2);
  expect(decodeEvents(Buffer.from('[]'))).toEqual([] satisfies EventEnvelope[]);
});
