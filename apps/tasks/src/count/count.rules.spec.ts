import { figuresFor, figuresOf } from './count.rules';

const figures = figuresOf([
  { status: 'waiting', assignUserId: 'ann', count: 2 },
  { status: 'done', assignUserId: 'ann', count: 3 },
  { status: 'waiting', assignUserId: null, count: 5 },
]);

it('adds up in all and by assignee', () => {
  expect(figures).toEqual({
    counts: { waiting: 7, inProgress: 0, done: 3, skipped: 0 },
    byStaff: [
      { assignUserId: 'ann', counts: { waiting: 2, inProgress: 0, done: 3, skipped: 0 } },
      { assignUserId: null, counts: { waiting: 5, inProgress: 0, done: 0, skipped: 0 } },
    ],
  });
});

it('narrows to one assignee, to nobody, and to one without tasks', () => {
  expect(figuresFor(figures, 'ann').counts.done).toBe(3);
  expect(figuresFor(figures, null).counts.waiting).toBe(5);
  expect(figuresFor(figures, 'bob')).toEqual({
    counts: { waiting: 0, inProgress: 0, done: 0, skipped: 0 },
    byStaff: [],
  });
});
