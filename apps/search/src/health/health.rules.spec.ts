import type { CountedEntry } from '../member-brief/member-brief.rules';
import { coldBefore, coldDaysOf, healthOf } from './health.rules';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
function post(id: string, ownerId: string, day: number, more: Partial<CountedEntry> = {}) {
  return {
    ...{ id, ownerId, kind: 'post', postId: id, memberIds: ['m'], taskStatus: null },
    ...{ talkedAt: at(day), issueOpenedAt: null, issueClosedAt: null, ...more },
  } as CountedEntry;
}

describe('how things stand with a member', () => {
  it('says who knows them and by which post they talked last', () => {
    const health = healthOf(
      [post('a', 's1', 5), post('b', 's2', 9), post('c', 's1', 7)],
      () => true,
    );
    expect(health).toMatchObject({ lastTalkedAt: at(9), soleStaffId: null, openIssues: 0 });
    expect(health.knowers).toEqual([
      { staffId: 's1', posts: 2, lastTalkedAt: at(7), lastPostId: 'c' },
      { staffId: 's2', posts: 1, lastTalkedAt: at(9), lastPostId: 'b' },
    ]);
  });

  it('names the only staff who is still here, and nobody where all have left', () => {
    const posts = [post('a', 's1', 5), post('b', 's2', 9)];
    expect(healthOf(posts, (id) => id === 's2').soleStaffId).toBe('s2');
    expect(healthOf(posts, () => false).soleStaffId).toBe('');
    expect(healthOf([], () => true)).toMatchObject({ soleStaffId: null, lastTalkedAt: null });
  });

  it('counts open issues with the oldest', () => {
    const health = healthOf(
      [
        post('a', 's1', 1, { issueOpenedAt: at(3) }),
        post('b', 's1', 2, { issueOpenedAt: at(2) }),
        post('c', 's1', 3, { issueOpenedAt: at(1), issueClosedAt: at(4) }),
      ],
      () => true,
    );
    expect(health).toMatchObject({ openIssues: 2, oldestIssueAt: at(2) });
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
