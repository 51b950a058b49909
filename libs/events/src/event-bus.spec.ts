import { EventBus } from './event-bus';
import {
  type EventTransport,
  NobodyAnswers,
  QuestionUnanswered,
} from './transport/event-transport';

function busOver(ask: (asked: number) => unknown): { bus: EventBus; asked: () => number } {
  let asked = 0;
  const transport = {
    ask: async () => {
      asked += 1;
      return ask(asked);
    },
  } as unknown as EventTransport;
  return { bus: new EventBus(transport), asked: () => asked };
}

it('asks again while no replica answers', async () => {
  const { bus, asked } = busOver((count) => {
    if (count < 3) throw new NobodyAnswers('members.findMembers');
    return { found: true };
  });
  const answer = bus.ask('members.findMembers', {}, { timeoutMillis: 60_000 });
  await expect(answer).resolves.toEqual({ found: true });
  expect(asked()).toBe(3);
});

it('does not ask again after an answer that is an error', async () => {
  const { bus, asked } = busOver(() => {
    throw new QuestionUnanswered('members.findMembers', 'broken');
  });
  await expect(bus.ask('members.findMembers', {})).rejects.toThrow('broken');
  expect(asked()).toBe(1);
});

it('gives up at the time limit, and asks only once for later questions while nobody answers', async () => {
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

it('asks once where it does not wait for listeners', async () => {
  const { bus, asked } = busOver(() => {
    throw new NobodyAnswers('members.findMembers');
  });
  bus.waitsForListeners = false;
  await expect(bus.ask('members.findMembers', {})).rejects.toThrow(QuestionUnanswered);
  expect(asked()).toBe(1);
});
