import { reachOutOf } from './reach-out.rules';

const settings = { defaultDays: 30, types: [{ typeId: 'guest', days: null }] };
const member = (id: string, quietSince: string, more = {}) => ({
  id,
  typeId: '',
  quietSince: new Date(quietSince),
  lastTalkedAt: new Date(quietSince),
  openIssues: 0,
  oldestIssueAt: null,
  ...more,
});
const none = { quiet: [], joined: [], withIssues: [] };

describe('candidates to talk with', () => {
  it('become cold after the days of their type, the first to do so first', () => {
    const found = reachOutOf(settings, {
      ...none,
      quiet: [
        { member: member('late', '2026-11-01T00:00:00Z'), snoozedUntil: null },
        { member: member('early', '2026-10-01T00:00:00Z'), snoozedUntil: null },
        {
          member: member('unwatched', '2026-09-01T00:00:00Z', { typeId: 'guest' }),
          snoozedUntil: null,
        },
      ],
    });
    expect(found.map(({ memberId, from }) => [memberId, from.slice(0, 10)])).toEqual([
      ['early', '2026-10-31'],
      ['late', '2026-12-01'],
    ]);
  });

  it('wait for the end of their snooze, also with open issues', () => {
    const snoozed = member('sato', '2026-10-01T00:00:00Z', { openIssues: 2 });
    const found = reachOutOf(settings, {
      ...none,
      quiet: [{ member: snoozed, snoozedUntil: new Date('2026-12-24T00:00:00Z') }],
      withIssues: [snoozed],
    });
    expect(found).toMatchObject([
      { memberId: 'sato', reason: 'quiet', from: '2026-12-24T00:00:00.000Z' },
    ]);
  });

  it('count as new for two weeks', () => {
    const [found] = reachOutOf(settings, {
      ...none,
      joined: [member('new', '2026-11-20T00:00:00Z', { lastTalkedAt: null })],
    });
    expect(found).toMatchObject({
      reason: 'joined',
      from: '2026-11-20T00:00:00.000Z',
      until: '2026-12-04T00:00:00.000Z',
      lastTalkedAt: null,
    });
  });
});
