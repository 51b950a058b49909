import { LeftoverEvents } from './leftover-events';

const START = 1_000_000;

function atRest() {
  const clock = { now: START };
  const leftovers = new LeftoverEvents(() => clock.now);
  const before = () => new Date(clock.now - 2_000);
  clock.now += 31_000;
  leftovers.looked(before(), [], true);
  return { clock, leftovers, before };
}

it('reads the collection on each round after a start, because a process may have crashed before', () => {
  const leftovers = new LeftoverEvents(() => START);
  leftovers.looked(new Date(START), [], true);
  expect(leftovers.mayExist(new Date(START - 2_000))).toBe(true);
});

it('reads a collection at rest rarely', () => {
  const { clock, leftovers, before } = atRest();
  expect(leftovers.mayExist(before())).toBe(false);
  clock.now += 15_000;
  expect(leftovers.mayExist(before())).toBe(true);
});

it('reads the collection when own events are overdue', () => {
  const { clock, leftovers, before } = atRest();
  leftovers.written('a');
  leftovers.written('b');
  expect(leftovers.mayExist(before())).toBe(false);
  clock.now += 2_001;
  expect(leftovers.mayExist(before())).toBe(true);
  leftovers.removed(['a', 'b']);
  expect(leftovers.mayExist(before())).toBe(false);
});

it('forgets documents whose events another process has published', () => {
  const { clock, leftovers, before } = atRest();
  leftovers.written('a');
  clock.now += 2_001;
  leftovers.looked(before(), [], true);
  expect(leftovers.mayExist(before())).toBe(false);
});

it.each([
  ['a write of unknown outcome', (leftovers: LeftoverEvents) => leftovers.suspect()],
  ['a find', (leftovers: LeftoverEvents) => leftovers.looked(new Date(0), ['a'], true)],
])('looks each time for a while after %s', (_what, happens) => {
  const { clock, leftovers, before } = atRest();
  happens(leftovers);
  clock.now += 29_000;
  expect(leftovers.mayExist(before())).toBe(true);
  leftovers.looked(before(), [], true);
  clock.now += 1_001;
  expect(leftovers.mayExist(before())).toBe(false);
});
