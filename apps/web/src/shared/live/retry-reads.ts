import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { api, LIST, type TagType } from '../api/api';
import { problemFrom } from '../problem/api-problem';
import { onRetry } from './retry';

/** Lists and counts that pages show among other things: without them a part is left out, and offers no retry. */
const retried: readonly TagType[] = [
  'Label',
  'Reaction',
  'Staff',
  'MemberType',
  'CustomField',
  'PostTemplate',
  'Follow',
  'SavedView',
  'TaskFilter',
  'UnreadCount',
  'Draft',
  'Ranking',
];

type State = Parameters<typeof api.util.selectInvalidatedBy>[0];
type Select = (arg: unknown) => (state: State) => { isError: boolean; error?: unknown };

/** Whether the same read may succeed later: there was no answer, or the server failed. */
function isPassing(error: unknown): boolean {
  const { status } = problemFrom(error);
  return status === 0 || status >= 500;
}

/** Reads them again while a read of them has failed. */
export function useRetriedReads(): void {
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();
  const store = useStore<State>();
  useEffect(
    () =>
      onRetry(() => {
        const state = store.getState();
        const endpoints = api.endpoints as Record<string, { select: Select }>;
        const failed = retried
          .map((type) => ({ type, id: LIST }))
          .filter((tag) =>
            api.util.selectInvalidatedBy(state, [tag]).some(({ endpointName, originalArgs }) => {
              const query = endpoints[endpointName]?.select(originalArgs)(state);
              return query?.isError && isPassing(query.error);
            }),
          );
        if (failed.length > 0) dispatch(api.util.invalidateTags(failed));
      }),
    [dispatch, store],
  );
}
