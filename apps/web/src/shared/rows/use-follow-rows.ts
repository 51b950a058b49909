import type { FollowTarget } from '@engawa/contracts';
import { useCallback } from 'react';
import { useListFollowsQuery, useSetFollowMutation } from '../directory/follows.api';
import { useBulk } from './use-bulk';

/** Follows rows, or stops following when all of them are followed. */
export function useFollowRows(target: FollowTarget) {
  const bulk = useBulk();
  const { data: follows } = useListFollowsQuery();
  const [setFollow] = useSetFollowMutation();
  return useCallback(
    <Item extends { id: string }>(items: readonly Item[], nameOf: (item: Item) => string): void => {
      const followed = new Set(
        follows
          ?.filter((follow) => follow.target === target && follow.choice === 'follow')
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
    [target, follows, setFollow, bulk],
  );
}
