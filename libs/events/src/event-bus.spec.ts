import { TransportEventBus } from './event-bus';
import {
  type EventTransport,
  NobodyAnswers,
  QuestionUnanswered,
} from './transport/event-transport';

function busOver(ask: (asked: number) => unknown): { bus: TransportEventBus; asked: () => number } {
  let asked = 0;
  const transport = {
    ask: async () => {
      asked += 1;
      return ask(asked);
    },
  } as unknown as EventTransport;
  return { bus: new TransportEventBus(transport), asked: () => asked };
}

it('asks again while nobody is there', async () => {
  const { bus, asked } = busOver((count) => {
    if (count < 3) throw new NobodyAnswers('members.findMembers');
    return { found: true };
  });
  const answer = bus.ask('members.findMembers', {}, { timeoutMillis: 60_000 });
  await expect(answer).resolves.toEqual({ found: true });
  expect(asked()).toBe(3);
});

it('asks once of somebody who answers badly', async () => {
  const { bus, asked } = busOver(() => {
    throw new QuestionUnanswered('members.findMembers', 'broken');
  });
  await expect(bus.ask('members.findMembers', {})).rejects.toThrow('broken');
  expect(asked()).toBe(1);
});

it('gives up at the time limit, and does not let everyone wait for who is not there', async () => {
  const { bus, asked } = busOver(() => {
    throw new NobodyAnswers('members.findMembers');
  });
  const options = { timeoutMillis: 120 };
  await expect(bus.ask('members.findMembers', {}, options)).rejects.toThrow(QuestionUnanswered);
  const before = asked();
  expect(before).toBeGreaterThan(1);
  await expect(bus.ask('members.findMembers', {}, options)).rejects.toThrow(QuestionUnanswered);
  expect(asked()).toBe(before + 1);
});
