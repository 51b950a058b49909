import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import { PublishingRounds } from './publishing-rounds';

/** Timers may be up to a millisecond early. */
const ALMOST_A_ROUND_MS = 58;

let stopping: AbortController;
let rounds: PublishingRounds;

beforeEach(() => {
  stopping = new AbortController();
  rounds = new PublishingRounds(stopping.signal);
});
afterEach(() => stopping.abort());

/** Turns of the event loop until a promise resolves. */
async function turnsUntil(promise: Promise<void>): Promise<number> {
  let over = false;
  void promise.then(() => (over = true));
  for (let turns = 0; ; turns += 1) {
    if (over) return turns;
    await endOfTurn();
  }
}

it('begins at once after a rest, with all that comes in the same turn', async () => {
  const first = rounds.begin();
  expect(rounds.begin()).toBe(first);
  expect(await turnsUntil(first)).toBeLessThan(3);
  await sleep(150);
  expect(await turnsUntil(rounds.begin())).toBeLessThan(3);
});

it('begins together what comes within 60 ms of a round', async () => {
  const began = performance.now();
  await rounds.begin();
  const second = rounds.begin();
  expect(rounds.begin()).toBe(second);
  await second;
  expect(performance.now() - began).toBeGreaterThan(ALMOST_A_ROUND_MS);
  expect(rounds.begin()).not.toBe(second);
});

it('lets nobody wait once it is told to stop', async () => {
  await rounds.begin();
  stopping.abort();
  expect(await turnsUntil(rounds.begin())).toBeLessThan(3);
});
