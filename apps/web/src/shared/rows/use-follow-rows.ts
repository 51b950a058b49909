import type { FollowChoice, FollowTarget } from '@engawa/contracts';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useLazyListFollowsQuery, useSetFollowMutation } from '../directory/follows.api';
import { showFailure } from '../feedback/toast.store';
import { problemText } from '../problem/problem-text';
import { useBulk } from './use-bulk';

/** Follows rows, or stops following when all of them are followed. */
export function useFollowRows(target: FollowTarget) {
  const bulk = useBulk();
  const intl = useIntl();
  const [listFollows] = useLazyListFollowsQuery();
  const [setFollow] = useSetFollowMutation();
  return useCallback(
    async <Item extends { id: string }>(
      items: readonly Item[],
      nameOf: (item: Item) => string,
    ): Promise<void> => {
      // Read for each key, of which there are few: a kept answer may be old after a failed read.
      const { data: follows, error } = await listFollows();
      if (error || !follows) {
        showFailure(problemText(intl, error));
        return;
      }
      const choices = new Map(
        follows
          .filter((follow) => follow.target === target)
          .map(({ targetId, choice }) => [targetId, choice]),
      );
      const next = items.every(({ id }) => choices.get(id) === 'follow') ? null : 'follow';
      const set = (targetId: string, choice: FollowChoice | null) =>
        setFollow({ target, targetId, choice }).unwrap();
      void bulk({
        items,
        work: ({ id }) => set(id, next),
        undo: ({ id }) => set(id, choices.get(id) ?? null),
        nameOf,
      });
    },
    [target, listFollows, setFollow, bulk, intl],
  );
}
