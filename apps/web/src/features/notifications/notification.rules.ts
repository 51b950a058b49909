import type { Notification, NotificationGroup, NotificationKind } from '@engawa/contracts';

/** Kinds that wait for an answer or action of the reader. */
const waitingKinds: readonly NotificationKind[] = [
  'mention',
  'taskAssigned',
  'taskDue',
  'mustRead',
];

export const waitsForReader = ({ kind, read }: Pick<Notification, 'kind' | 'read'>): boolean =>
  !read && waitingKinds.includes(kind);

/** An entry of the page: the notifications of a post. */
export interface ShownGroup extends NotificationGroup {
  waits: boolean;
}

/**
 * The two parts of the page, each post in one of them. A waiting post shows its waiting
 * notification, however many reactions came since, even if the loaded pages do not reach it.
 */
export function partsOf(
  groups: readonly NotificationGroup[],
  waiting: readonly Notification[],
): { waiting: ShownGroup[]; moves: ShownGroup[] } {
  const byPost = new Map<string, Notification[]>();
  for (const item of waiting) {
    byPost.set(item.postId, [...(byPost.get(item.postId) ?? []), item]);
  }
  const first = [...byPost.entries()].flatMap(([postId, items]): ShownGroup[] => {
    const [latest] = items;
    if (!latest) return [];
    const held = groups.find((group) => group.postId === postId);
    const actors = latest.actor ? [latest.actor] : [];
    return [
      held
        ? { ...held, latest, actors, waits: true }
        : {
            ...{ postId, latest, actors, waits: true },
            ...{ count: items.length, unreadCount: items.length },
          },
    ];
  });
  return {
    waiting: first,
    moves: groups
      .filter(({ postId }) => !byPost.has(postId))
      .map((group) => ({ ...group, waits: false })),
  };
}
