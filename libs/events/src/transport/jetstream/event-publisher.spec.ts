import type { EventEnvelope } from '@engawa/contracts';
import { postEvent } from '../../testing/memory-source';
import { decodeEvents, decodeMessage, encodeEvents } from './event-message';
import { EventPublisher, type EventMessage } from './event-publisher';

const subject = 'engawa.timeline.post.updated';

function sending() {
  const sent: { message: EventMessage; settle: (error?: Error) => void }[] = [];
  const publisher = new EventPublisher(
    (message) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ message, settle: (error) => (error ? reject(error) : resolve()) });
      }),
  );
  return { sent, publisher };
}

const idsOf = ({ data }: EventMessage) => decodeEvents(data).map(({ aggregate }) => aggregate.id);
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('sends each event alone while few are on their way', async () => {
  const { sent, publisher } = sending();
  const event = postEvent('p1', 1);
  const published = publisher.publish(subject, event);
  expect(sent.map(({ message }) => message)).toEqual([
    { subject, id: event.id, data: Buffer.from(JSON.stringify(event)), event, count: 1 },
  ]);
  sent[0]!.settle();
  await published;
});

it('gives an event that is to be delivered again an id that the server does not know', async () => {
  const { sent, publisher } = sending();
  const event = postEvent('p1', 1);
  void publisher.publish(subject, event, true);
  void publisher.publish(subject, event, true);
  const ids = [event.id, ...sent.map(({ message }) => message.id)];
  expect(new Set(ids).size).toBe(3);
});

it('sends what waits together, and fails only those of the message that failed', async () => {
  const { sent, publisher } = sending();
  const outcomes: string[] = [];
  const all = Array.from({ length: 100 }, (_, index) =>
    publisher.publish(subject, postEvent(`p${index}`, 1)).then(
      () => outcomes.push(`p${index}`),
      (error: Error) => outcomes.push(`${error.message} p${index}`),
    ),
  );
  expect(sent).toHaveLength(2);
  sent[0]!.settle();
  await turn();
  expect(sent[2]!.message.count).toBe(64);
  expect(idsOf(sent[2]!.message)).toEqual(Array.from({ length: 64 }, (_, n) => `p${n + 2}`));
  sent[2]!.settle(new Error('lost'));
  await turn();
  expect(idsOf(sent[3]!.message)).toEqual(Array.from({ length: 34 }, (_, n) => `p${n + 66}`));
  for (const { settle } of sent) settle();
  await Promise.all(all);
  expect(outcomes.filter((one) => one.startsWith('lost'))).toHaveLength(64);
  expect(outcomes).toContain('p66');
});

it('loses no event of a message that starts like an earlier one whose acknowledgement was lost', async () => {
  const { sent, publisher } = sending();
  const stored = new Map<string, string[]>();
  /** Like the server: keeps the first message of an id and silently drops the others. */
  const store = ({ message, settle }: (typeof sent)[number], error?: Error) => {
    if (!stored.has(message.id)) stored.set(message.id, idsOf(message));
    settle(error);
  };
  const publish = (...ids: string[]) =>
    ids.map((id) => publisher.publish(subject, postEvent(id, 1)).catch(String));
  const first = postEvent('a', 1);

  const lost = [...publish('x', 'y'), publisher.publish(subject, first).catch(String)];
  lost.push(...publish('b'));
  store(sent[0]!);
  await turn();
  expect(idsOf(sent[2]!.message)).toEqual(['a', 'b']);
  store(sent[1]!);
  store(sent[2]!, new Error('no acknowledgement'));
  await Promise.all(lost);

  const again = [...publish('v', 'w'), publisher.publish(subject, first), ...publish('c')];
  store(sent[3]!);
  await turn();
  expect(idsOf(sent[5]!.message)).toEqual(['a', 'c']);
  store(sent[4]!);
  store(sent[5]!);
  await Promise.all(again);
  expect([...stored.values()].flat()).toContain('c');
});

it('keeps messages below the limit of the server', () => {
  const sized = (kilobytes: number) => ({
    ...postEvent('p1', 1),
    data: { memo: 'あ'.repeat(Math.floor((kilobytes * 1024) / 3)) },
  });
  const large = sized(200);
  expect(encodeEvents([large, large, large]).count).toBe(2);
  expect(encodeEvents([large, large, large]).data.length).toBeLessThan(512 * 1024);
  // It cannot be split: the server decides.
  expect(encodeEvents([sized(900), large]).count).toBe(1);
});

it('reads messages of one and of several events, and sets apart what is no event', () => {
  const events = [postEvent('p1', 1), postEvent('p2', 1)];
  expect(decodeEvents(encodeEvents(events.slice(0, 1)).data)).toEqual([events[0]]);
  expect(decodeEvents(encodeEvents(events).data)).toEqual(events);
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
