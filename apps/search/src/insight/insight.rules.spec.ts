import { medianOf, openIssuesOf } from './insight.rules';

describe('the median', () => {
  it.each([
    [[], null],
    [[7], 7],
    [[9, 1], 5],
    [[10, 9, 100], 10],
    [[4, 1, 3, 2], 3],
  ])('of %p is %p', (values, median) => {
    expect(medianOf(values)).toBe(median);
  });
});

describe('unresolved issues', () => {
  it('are counted back from the end', () => {
    expect(openIssuesOf(5, [2, -1, 0, 3])).toEqual({ before: 1, byPeriod: [3, 2, 2, 5] });
    expect(openIssuesOf(0, [0])).toEqual({ before: 0, byPeriod: [0] });
  });

  it('are never less than none while days are being counted', () => {
    expect(openIssuesOf(1, [1, 2])).toEqual({ before: 0, byPeriod: [0, 1] });
  });
});
