import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { directoryApi } from './directory.api';

/**
 * Lists for a key that may be pressed before they are there: at once from the cache, otherwise when
 * they have come. Empty if they cannot be read.
 */
export function useLoadedDirectory() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return useMemo(() => {
    const { listLabels, listReactions, listStaffs } = directoryApi.endpoints;
    const cached = { subscribe: false };
    return {
      loadLabels: async () => (await dispatch(listLabels.initiate(undefined, cached))).data ?? [],
      loadReactions: async () =>
        (await dispatch(listReactions.initiate(undefined, cached))).data ?? [],
      loadStaffs: async () => (await dispatch(listStaffs.initiate(undefined, cached))).data ?? [],
    };
  }, [dispatch]);
}
