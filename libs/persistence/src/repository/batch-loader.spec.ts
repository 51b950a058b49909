import { BatchLoader } from './batch-loader';

it('batches the calls of one event-loop tick, and answers each with its own result', async () => {
  const runs: number[][] = [];
  const doubled = new BatchLoader<number, number>(async (calls) => {
    runs.push(calls);
    return calls.map((call) => (call < 0 ? new RangeError(`${call}`) : call * 2));
  });
  const answers = await Promise.allSettled([1, -2, 3].map((call) => doubled.load(call)));
  expect(answers).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new RangeError('-2') },
    { status: 'fulfilled', value: 6 },
  ]);
  expect(await doubled.load(4)).toBe(8);
  expect(runs).toEqual([[1, -2, 3], [4]]);
});

it('fails all calls of a batch that fails, and no others', async () => {
  let failing = true;
  const away = new BatchLoader<number, number>(async (calls) => {
    if (failing) throw new Error('away');
    return calls;
  });
  const lost = await Promise.allSettled([away.load(1), away.load(2)]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  failing = false;
  expect(await away.load(3)).toBe(3);
});

it('limits the calls of a batch', async () => {
  const sizes: number[] = [];
  const small = new BatchLoader<number, number>(
    async (calls) => {
      sizes.push(calls.length);
      return calls;
    },
    { limit: 2 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5].map((call) => small.load(call)))).toEqual([
    1, 2, 3, 4, 5,
  ]);
  expect(sizes).toEqual([2, 2, 1]);
});

it('waits for as many calls as shared the batch before, but not for ever', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const batches: number[][] = [];
  const gathering = new BatchLoader<number, number>(
    async (calls) => {
      batches.push(calls);
      return calls;
    },
    { gatherMs: 200 },
  );
  const laterTurns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  };
  await gathering.load(1);
  await Promise.all([gathering.load(2), gathering.load(3)]);
  const early = gathering.load(4);
  await laterTurns();
  expect(batches).toEqual([[1], [2, 3]]);
  await gathering.load(5);
  await early;
  expect(batches.slice(2)).toEqual([[4, 5]]);
  const alone = gathering.load(6);
  await laterTurns();
  expect(batches.slice(3)).toEqual([]);
  jest.advanceTimersByTime(200);
  await alone;
  await gathering.load(7);
  expect(batches.slice(3)).toEqual([[6], [7]]);
});
afterEach(() => jest.useRealTimers());
