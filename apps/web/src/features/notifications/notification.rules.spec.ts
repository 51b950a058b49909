import type { Notification, NotificationGroup } from '@engawa/contracts';
import { partsOf, waitsForReader } from './notification.rules';

const told = (change: Partial<Notification>) =>
  ({ id: 'n', kind: 'comment', read: false, postId: 'p', actor: null, ...change }) as Notification;
const group = (latest: Notification, more: Partial<NotificationGroup> = {}): NotificationGroup => ({
  ...{ postId: latest.postId, latest, count: 1, unreadCount: 1, actors: [] },
  ...more,
});

describe('the parts of the notifications', () => {
  it('wait while a mention, an assignment or a due date is unread', () => {
    for (const kind of ['mention', 'taskAssigned', 'taskDue', 'mustRead'] as const) {
      expect(waitsForReader(told({ kind }))).toBe(true);
      expect(waitsForReader(told({ kind, read: true }))).toBe(false);
    }
    for (const kind of ['comment', 'reaction', 'taskStatus', 'taskUnassigned'] as const) {
      expect(waitsForReader(told({ kind }))).toBe(false);
    }
  });

  it('show a post once, with what waits, although a reaction came later', () => {
    const mention = told({ id: 'm', kind: 'mention', postId: 'a' });
    const heart = told({ id: 'r', kind: 'reaction', postId: 'a' });
    const other = told({ id: 'c', postId: 'b' });
    const parts = partsOf([group(heart, { count: 5 }), group(other)], [mention]);
    expect(parts.waiting.map(({ latest, count }) => [latest.id, count])).toEqual([['m', 5]]);
    expect(parts.moves.map(({ latest }) => latest.id)).toEqual(['c']);
  });

  it('show what waits also where no page that was read holds its post', () => {
    const old = [told({ id: '2', kind: 'mention' }), told({ id: '1', kind: 'taskDue' })];
    expect(partsOf([], old).waiting).toMatchObject([
      { postId: 'p', count: 2, latest: { id: '2' } },
    ]);
  });
});
