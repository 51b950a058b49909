import type { MemberRelation, Relations } from '@engawa/contracts';
import {
  arcsBetween,
  arcsByMember,
  arcsOf,
  coloursOf,
  curveOf,
  daysOf,
  dotsOf,
  dotSize,
  legendOf,
  rankedStaffs,
  rowsInSight,
  sinceFirstTalk,
} from './relations.rules';

const row = (talks: number[], by: (number | null)[], openIssues: number[] = []) =>
  ({ talks, by, openIssues }) as unknown as MemberRelation;

describe('the picture of relations', () => {
  it('gives the five who talked most a colour each, and the others one', () => {
    const items = [row([1, 9, 3, 4, 5, 6, 2], [0, 1, 2, 3, 4, 5, 6])];
    const staffs = Array.from({ length: 7 }, () => ({}));
    const ranked = rankedStaffs({ items, staffs } as unknown as Relations);
    expect(ranked).toEqual([1, 5, 4, 3, 2, 6, 0]);
    const colours = coloursOf(ranked, ['a', 'b', 'c', 'd', 'e', 'x']);
    expect(colours).toEqual(['x', 'a', 'e', 'd', 'c', 'b', 'x']);
    expect(legendOf(ranked)).toEqual({ named: [1, 5, 4, 3, 2], hasOthers: true });
  });

  it('draws a dot for each month with a talk', () => {
    expect(dotsOf([row([0, 2], [null, 1], [0, 1]), row([3, 0], [0, null])])).toEqual([
      [1, 0, 2, 1, 1],
      [0, 1, 3, 0, 0],
    ]);
    expect(dotSize(1)).toBeLessThan(dotSize(4));
    expect(dotSize(10_000)).toBe(22);
  });

  it('begins with the month of the first talk, and has three months at least', () => {
    const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];
    const nothing = [0, 0, 0, 0, 0];
    const picture = (talks: number[], introductions: object[] = []) =>
      sinceFirstTalk({
        ...{ months, introductions },
        items: [row(talks, nothing, nothing), row(nothing, nothing, nothing)],
      } as unknown as Relations);
    expect(picture([0, 2, 0, 0, 1])).toMatchObject({
      months: months.slice(1),
      items: [{ talks: [2, 0, 0, 1] }, { talks: [0, 0, 0, 0] }],
    });
    expect(picture([0, 0, 0, 0, 1]).months).toEqual(months.slice(2));
    expect(picture(nothing).months).toEqual(months.slice(2));
    expect(picture([0, 0, 0, 0, 1], [{ day: '2026-08-09' }]).months).toEqual(months.slice(1));
    expect(picture([1, 0, 0, 0, 0]).months).toEqual(months);
  });

  it('draws only the rows in sight', () => {
    expect(rowsInSight(0, 560, 28, 2_000)).toEqual({ from: 0, to: 21 });
    expect(rowsInSight(28_005, 560, 28, 2_000)).toEqual({ from: 1_000, to: 1_021 });
    expect(rowsInSight(55_500, 560, 28, 2_000)).toEqual({ from: 1_982, to: 2_000 });
    expect(rowsInSight(0, 560, 28, 0)).toEqual({ from: 0, to: 0 });
  });

  it('knows the days of a month', () => {
    expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', until: '2028-02-29' });
    expect(daysOf('2026-12')).toEqual({ from: '2026-12-01', until: '2026-12-31' });
  });

  describe('draws an arc for an introduction that led somewhere', () => {
    const months = ['2026-09', '2026-10', '2026-11'];
    const made = (postId: string, day: string, of: string, to: string) => ({
      ...{ postId, day, member: { id: of }, toMember: { id: to } },
    });
    const picture = (ids: string[], introductions: object[]) =>
      arcsOf({
        ...{ months, introductions },
        items: ids.map((id) => ({ member: { id } })),
      } as unknown as Relations);

    it('at its day, between the lines of both, bowed along the time', () => {
      const [arc, ...more] = picture(['a', 'b', 'c'], [made('p', '2026-10-16', 'c', 'a')]);
      expect(more).toEqual([]);
      expect(arc).toMatchObject({ at: 1.5, rows: [2, 0] });
      const curve = curveOf(arc!, 0, 100, 28);
      expect(curve).toMatchObject({ x1: 150, x2: 150, y1: 70, y2: 14, cpy1: 42 });
      expect(curve.cpx1).toBeGreaterThan(150);
      // The line of `a` is scrolled out of sight above.
      expect(curveOf(arc!, 1, 100, 28)).toMatchObject({ y1: 42, y2: -14 });
    });

    it('within the picture, however far apart both are', () => {
      const ids = Array.from({ length: 500 }, (_, at) => `m${at}`);
      for (const day of ['2026-09-01', '2026-10-31', '2026-11-20', '2026-11-30']) {
        const [near] = picture(ids, [made('p', day, 'm0', 'm1')]);
        const [far] = picture(ids, [made('p', day, 'm0', 'm499')]);
        expect(Math.abs(far!.bow)).toBeGreaterThan(Math.abs(near!.bow));
        for (const { at, bow } of [near!, far!]) {
          expect(at + bow / 2).toBeGreaterThanOrEqual(0);
          expect(at + bow / 2).toBeLessThanOrEqual(3);
        }
      }
    });

    it('only if both have a line, and the day is shown', () => {
      const all = [
        made('both', '2026-10-16', 'a', 'b'),
        made('filtered', '2026-10-16', 'a', 'x'),
        made('earlier', '2026-08-31', 'a', 'b'),
      ];
      const postIds = (ids: string[]) =>
        picture(ids, all).map(({ introduction }) => introduction.postId);
      expect(postIds(['a', 'b'])).toEqual(['both']);
      expect(postIds(['a'])).toEqual([]);
    });

    it('while one of both is in sight', () => {
      const arcs = picture(
        ['a', 'b', 'c', 'd'],
        [
          made('ab', '2026-10-16', 'a', 'b'),
          made('ad', '2026-10-16', 'a', 'd'),
          made('cd', '2026-10-16', 'd', 'c'),
        ],
      );
      const seen = (from: number, to: number) =>
        arcsBetween(arcs, from, to).map(({ introduction }) => introduction.postId);
      expect(seen(0, 1)).toEqual(['ab', 'ad']);
      expect(seen(1, 3)).toEqual(['ab', 'cd']);
      const ofMember = arcsByMember(arcs);
      expect(ofMember.get('d')!.map(({ introduction }) => introduction.postId)).toEqual([
        'ad',
        'cd',
      ]);
      expect(ofMember.get('x')).toBeUndefined();
    });
  });
});
