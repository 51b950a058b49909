import type { CountedTalk } from '../member-brief/member-brief.repository';
import {
  coldBefore,
  coldDaysOf,
  healthOf,
  monthsOf,
  monthsUntil,
  packMonths,
  unpackMonths,
} from './health.rules';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
function post(id: string, ownerId: string, day: number, more: Partial<CountedTalk> = {}) {
  return {
    ...{ id, ownerId, kind: 'post', postId: id, memberIds: ['m'], taskStatus: null },
    ...{ talkedAt: at(day), issueOpenedAt: null, issueClosedAt: null, ...more },
  } as CountedTalk;
}

const known = { isHere: () => true, isPerson: () => true };

describe('the state of relations with a member', () => {
  it('says who knows them and by which post they talked last', () => {
    const health = healthOf([post('a', 's1', 5), post('b', 's2', 9), post('c', 's1', 7)], known);
    expect(health).toMatchObject({ lastTalkedAt: at(9), soleStaffId: null, openIssues: 0 });
    expect(health.knowers).toEqual([
      { staffId: 's1', posts: 2, lastTalkedAt: at(7), lastPostId: 'c' },
      { staffId: 's2', posts: 1, lastTalkedAt: at(9), lastPostId: 'b' },
    ]);
  });

  it('names the only staff who is still here, and nobody where all have left', () => {
    const posts = [post('a', 's1', 5), post('b', 's2', 9)];
    expect(healthOf(posts, { ...known, isHere: (id) => id === 's2' }).soleStaffId).toBe('s2');
    expect(healthOf(posts, { ...known, isHere: () => false }).soleStaffId).toBe('');
    expect(healthOf([], known)).toMatchObject({ soleStaffId: null, lastTalkedAt: null });
  });

  it('counts talks that an integration wrote down, but not as its knowledge', () => {
    const health = healthOf([post('a', 's1', 5), post('b', 'import', 9)], {
      ...known,
      isPerson: (id) => id !== 'import',
    });
    expect(health).toMatchObject({ lastTalkedAt: at(9), soleStaffId: 's1', knowerIds: ['s1'] });
  });

  it('counts open issues with the oldest', () => {
    const health = healthOf(
      [
        post('a', 's1', 1, { issueOpenedAt: at(3) }),
        post('b', 's1', 2, { issueOpenedAt: at(2) }),
        post('c', 's1', 3, { issueOpenedAt: at(1), issueClosedAt: at(4) }),
      ],
      known,
    );
    expect(health).toMatchObject({ openIssues: 2, oldestIssueAt: at(2) });
  });
});

describe('the months of talks', () => {
  const day = (time: Date) => time.toISOString().slice(0, 10);
  const at = (text: string) => new Date(`${text}T12:00:00Z`);

  it('count talks and open issues, and name who talked most', () => {
    const months = monthsOf(
      [
        post('a', 's1', 1, { talkedAt: at('2026-02-01') }),
        post('b', 's2', 1, { talkedAt: at('2026-01-31'), issueOpenedAt: at('2026-02-01') }),
        post('c', 's2', 1, { talkedAt: at('2026-02-03') }),
        post('d', 's2', 1, { talkedAt: at('2026-02-04'), issueOpenedAt: at('2026-02-04') }),
      ],
      day,
    );
    expect(unpackMonths(packMonths(months))).toEqual(months);
    expect(unpackMonths(packMonths([]))).toEqual([]);
    expect(unpackMonths(packMonths(months), (month) => month > '2026-01')).toEqual([months[1]]);
    // As an earlier version packed them; they are counted again after its update.
    expect(unpackMonths('2026-01 1 0 s1')).toEqual([]);
    expect(months).toEqual([
      { month: '2026-01', talks: 1, openIssues: 1, staffId: 's2' },
      { month: '2026-02', talks: 3, openIssues: 1, staffId: 's2' },
    ]);
  });

  it('name the author of the latest talk among equals', () => {
    const posts = [
      post('a', 's1', 1, { talkedAt: at('2026-02-01') }),
      post('b', 's2', 1, { talkedAt: at('2026-02-03') }),
    ];
    expect(monthsOf(posts, day)[0]!.staffId).toBe('s2');
  });

  it('end with the month asked for, over the turn of the year', () => {
    const months = monthsUntil('2026-03');
    expect(months).toHaveLength(12);
    expect([months[0], months[9], months[11]]).toEqual(['2025-04', '2026-01', '2026-03']);
  });
});

describe('growing cold', () => {
  const settings = {
    defaultDays: 30,
    types: [
      { typeId: 'office', days: 7 },
      { typeId: 'guest', days: null },
    ],
  };

  it.each([
    ['office', 7],
    ['guest', null],
    ['', 30],
    ['other', 30],
  ])('takes members of type %p %p days', (typeId, days) => {
    expect(coldDaysOf(settings, typeId)).toBe(days);
  });

  it('counts back from now', () => {
    expect(coldBefore(settings, 'office', at(10))).toEqual(at(3));
    expect(coldBefore(settings, 'guest', at(10))).toBeNull();
  });
});
