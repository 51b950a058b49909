import { setTimeout as sleep } from 'node:timers/promises';
import { Backlog } from './backlog';

function watched(backlog: Backlog) {
  const state = { released: false };
  void backlog.whenSmall().then(() => {
    state.released = true;
  });
  return state;
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('keeps nobody waiting while few wait to be applied', async () => {
  const backlog = new Backlog(10);
  backlog.set('a', 6);
  backlog.set('b', 4);
  await backlog.whenSmall();
});

it('lets go only when next to nothing is left, in all places together', async () => {
  const backlog = new Backlog(10, 60_000, 4);
  backlog.set('a', 8);
  backlog.set('b', 8);
  const waiting = watched(backlog);
  backlog.set('a', 3);
  backlog.set('b', 3);
  await turn();
  expect(waiting.released).toBe(false);
  backlog.set('b', 1);
  await turn();
  expect(waiting.released).toBe(true);
  // Where it has caught up, more may wait again.
  backlog.set('b', 7);
  await backlog.whenSmall();
});

it('keeps nobody waiting for long, and only once until it has caught up', async () => {
  const backlog = new Backlog(10, 20);
  backlog.set('a', 100);
  await backlog.whenSmall();
  backlog.set('a', 90);
  await backlog.whenSmall();
  backlog.set('a', 0);
  backlog.set('a', 50);
  const waiting = watched(backlog);
  await turn();
  expect(waiting.released).toBe(false);
  await sleep(60);
  expect(waiting.released).toBe(true);
});
