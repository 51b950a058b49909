import type { FollowTarget } from '@engawa/contracts';
import { useCallback } from 'react';
import { useLazyListFollowsQuery, useSetFollowMutation } from '../directory/follows.api';
import { useBulk } from './use-bulk';

/** Follows rows, or stops following when all of them are followed. */
export function useFollowRows(target: FollowTarget) {
  const bulk = useBulk();
  // Asked for when it is needed: few follow rows by key.
  const [listFollows] = useLazyListFollowsQuery();
  const [setFollow] = useSetFollowMutation();
  return useCallback(
    async <Item extends { id: string }>(
      items: readonly Item[],
      nameOf: (item: Item) => string,
    ): Promise<void> => {
      const { data: follows = [] } = await listFollows(undefined, true);
      const followed = new Set(
        follows
          .filter((follow) => follow.target === target && follow.choice === 'follow')
          .map(({ targetId }) => targetId),
      );
      const all = items.every(({ id }) => followed.has(id));
      const set = (targetId: string, follow: boolean) =>
        setFollow({ target, targetId, choice: follow ? 'follow' : null }).unwrap();
      void bulk({
        items,
        work: ({ id }) => set(id, !all),
        undo: ({ id }) => set(id, followed.has(id)),
        nameOf,
      });
    },
    [target, listFollows, setFollow, bulk],
  );
}
