import { mirror as mirrorSchema, type Mirror } from '@engawa/contracts';
import fc from 'fast-check';
import {
  changeMirror,
  isWordOf,
  mergeMirror,
  mirrorFields,
  newMirror,
  type MirrorChange,
} from './mirror';
import { nextStamp, type StampOrigin } from './stamp';

const status = fc.constantFrom('waiting', 'inProgress', 'done', 'skipped');
const change: fc.Arbitrary<MirrorChange> = fc.record(
  {
    present: fc.boolean(),
    status: status.map((value) => ({
      status: value as 'done',
      statusUpdatedAt: '2026-11-21T00:00:00.000Z',
    })),
    assignUserId: fc.option(fc.constantFrom('hana', 'taro')),
    labelIds: fc.uniqueArray(fc.constantFrom('l1', 'l2', 'l3')),
    dueAt: fc.option(fc.constant('2026-12-01T00:00:00.000Z')),
  },
  { requiredKeys: [] },
);
const origin = fc.constantFrom<StampOrigin>('timeline', 'tasks');
const clock = fc.integer({ min: 0, max: 40 });

const start = newMirror(
  {
    present: true,
    status: { status: 'waiting', statusUpdatedAt: '2026-11-21T00:00:00.000Z' },
    assignUserId: null,
    labelIds: [],
    dueAt: null,
  },
  'timeline',
  0,
);

/** Any mirror that a history of changes can produce. */
const reached: fc.Arbitrary<Mirror> = fc
  .array(fc.tuple(change, origin, clock), { maxLength: 6 })
  .map((changes) =>
    changes.reduce(
      (mirror, [what, who, now]) => changeMirror(mirror, what, who, now).mirror,
      start,
    ),
  );

describe('merging mirrors', () => {
  it('is commutative, associative and idempotent', () => {
    const merge = (left: Mirror, right: Mirror) => mergeMirror(left, right).mirror;
    fc.assert(
      fc.property(reached, reached, reached, (a, b, c) => {
        expect(merge(a, b)).toEqual(merge(b, a));
        expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)));
        expect(merge(a, a)).toEqual(a);
        expect(mergeMirror(a, a)).toMatchObject({ changed: [], moved: false });
      }),
    );
  });

  it('agrees even on different values under one stamp', () => {
    const left = structuredClone(start);
    const right = structuredClone(start);
    left.assignUserId.value = 'hana';
    right.assignUserId.value = 'taro';
    expect(mergeMirror(left, right).mirror).toEqual(mergeMirror(right, left).mirror);
  });

  it('reports which values changed, and when only a stamp did', () => {
    const theirs = changeMirror(start, { assignUserId: 'hana' }, 'tasks', 5).mirror;
    expect(mergeMirror(start, theirs)).toMatchObject({ changed: ['assignUserId'], moved: true });
    expect(mergeMirror(theirs, start)).toMatchObject({ changed: [], moved: false });
    const back = changeMirror(theirs, { assignUserId: null }, 'tasks', 6).mirror;
    expect(mergeMirror(start, back)).toMatchObject({ changed: [], moved: true });
    expect(mergeMirror(null, theirs)).toMatchObject({ mirror: theirs, changed: mirrorFields });
  });

  it('converges on both sides under any interleaving, loss of order, repetition and bad clocks', () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), who: origin, what: change, now: clock }),
      fc.record({ kind: fc.constant('deliver' as const), who: origin, pick: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 40 }),
        fc.infiniteStream(fc.nat()),
        (actions, order) => {
          const sides: Record<StampOrigin, Mirror> = { timeline: start, tasks: start };
          const mail: Record<StampOrigin, Mirror[]> = { timeline: [], tasks: [] };
          const other = (side: StampOrigin): StampOrigin =>
            side === 'timeline' ? 'tasks' : 'timeline';
          for (const step of actions) {
            if (step.kind === 'change') {
              const result = changeMirror(sides[step.who], step.what, step.who, step.now);
              sides[step.who] = result.mirror;
              if (result.changed.length > 0) mail[other(step.who)].push(result.mirror);
              continue;
            }
            // Any message ever sent may arrive, early, late or repeated.
            const letters = mail[step.who];
            if (letters.length === 0) continue;
            const letter = letters[step.pick % letters.length]!;
            sides[step.who] = mergeMirror(sides[step.who], letter).mirror;
          }
          for (const side of ['timeline', 'tasks'] as const) {
            const letters = [...mail[side]];
            while (letters.length > 0) {
              const [letter] = letters.splice(order.next().value % letters.length, 1);
              sides[side] = mergeMirror(sides[side], letter!).mirror;
            }
          }
          expect(sides.timeline).toEqual(sides.tasks);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('recognises what one side wrote last, which changes nothing when it is merged again', () => {
    fc.assert(
      fc.property(change, change, change, origin, (first, second, third, other) => {
        const before = changeMirror(start, first, 'timeline').mirror;
        const said = changeMirror(before, second, 'timeline').mirror;
        expect([isWordOf('timeline', said), isWordOf('tasks', said)]).toEqual([true, false]);
        const since = changeMirror(said, third, other).mirror;
        expect(mergeMirror(since, said).moved).toBe(false);
      }),
    );
    const theirs = changeMirror(start, { assignUserId: 'hana' }, 'tasks').mirror;
    expect(isWordOf('timeline', theirs)).toBe(false);
  });

  it('takes what an older version stored, without a due date', () => {
    const { dueAt: _dueAt, ...old } = start;
    expect(mergeMirror(old as Mirror, start)).toMatchObject({ mirror: start, moved: false });
    expect(mergeMirror(start, old as Mirror)).toMatchObject({ mirror: start, moved: false });
    expect(changeMirror(old as Mirror, { dueAt: null }, 'tasks', 5)).toMatchObject({
      moved: false,
    });
    const dueAt = '2026-12-01T00:00:00.000Z';
    const dated = changeMirror(old as Mirror, { dueAt }, 'tasks', 5);
    expect(dated).toMatchObject({ changed: ['dueAt'], mirror: { dueAt: { value: dueAt } } });
  });

  it('makes stamps that the contract accepts', () => {
    fc.assert(fc.property(reached, (mirror) => mirrorSchema.safeParse(mirror).success));
  });
});

describe('the next stamp', () => {
  it('is larger than all that were seen, whatever the clock says', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(origin, clock), { minLength: 1, maxLength: 30 }), (steps) => {
        const seen: string[] = [];
        for (const [who, now] of steps) {
          const stamp = nextStamp(who, seen, now);
          expect(seen.every((earlier) => earlier < stamp)).toBe(true);
          seen.push(stamp);
        }
      }),
    );
  });

  it('goes on to the next millisecond where the counter is full', () => {
    const full = '000000000000007-999999-tasks';
    expect(nextStamp('timeline', [full], 3)).toBe('000000000000008-000000-timeline');
  });
});
