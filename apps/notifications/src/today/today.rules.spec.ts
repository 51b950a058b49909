import { NO_DUE_DATE } from './open-task.schema';
import type { ReachOutCandidate } from './reach-out-copy.schema';
import { dueByTonight, proposalsOf } from './today.rules';

const now = new Date('2026-11-22T14:00:00.000Z');
const candidate = (
  memberId: string,
  reason: ReachOutCandidate['reason'],
  more: Partial<ReachOutCandidate> = {},
): ReachOutCandidate => ({
  memberId,
  reason,
  from: '2026-11-01T00:00:00.000Z',
  until: null,
  lastTalkedAt: null,
  openIssues: 0,
  ...more,
});
const idsOf = (candidates: ReachOutCandidate[]) =>
  proposalsOf([], candidates, now, (id) => id !== 'resigned').map(({ memberId }) => memberId);

describe('tasks that are due today', () => {
  it('are those up to midnight of the space', () => {
    // 23:00 in Tokyo, 14:00 in UTC.
    const tasks = ['2026-11-22T14:59:00.000Z', '2026-11-22T15:00:00.000Z'].map((dueAt) => ({
      dueAt: new Date(dueAt),
    }));
    expect(dueByTonight(tasks, now, 'Asia/Tokyo')).toEqual([tasks[0]]);
    expect(dueByTonight(tasks, now, 'UTC')).toEqual(tasks);
    expect(dueByTonight([{ dueAt: NO_DUE_DATE }], now, 'UTC')).toEqual([]);
  });
});

describe('members to talk with', () => {
  it('show some of each reason before more of one', () => {
    const quiet = ['q1', 'q2', 'q3', 'q4', 'q5'].map((id) => candidate(id, 'quiet'));
    const issues = ['i1', 'i2', 'i3'].map((id) => candidate(id, 'issue'));
    expect(idsOf([...quiet, ...issues])).toEqual(['q1', 'q2', 'q3', 'i1', 'i2']);
    expect(idsOf(quiet)).toEqual(['q1', 'q2', 'q3', 'q4', 'q5']);
  });

  it('leave out those whose time has not come, is over, or who have resigned', () => {
    expect(
      idsOf([
        candidate('later', 'quiet', { from: '2026-11-23T00:00:00.000Z' }),
        candidate('over', 'joined', { until: '2026-11-21T00:00:00.000Z' }),
        candidate('resigned', 'issue'),
        candidate('now', 'joined', { until: '2026-11-23T00:00:00.000Z' }),
      ]),
    ).toEqual(['now']);
  });

  it('name nobody twice', () => {
    expect(idsOf([candidate('sato', 'quiet'), candidate('sato', 'issue')])).toEqual(['sato']);
  });
});
