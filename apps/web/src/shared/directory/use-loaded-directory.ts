import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { resultOnce } from '../api/read-once';
import { directoryApi } from './directory.api';

/**
 * Lists for a key that may be pressed before they are there: at once from the cache, otherwise when
 * they have come. Empty if they cannot be read.
 */
export function useLoadedDirectory() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return useMemo(() => {
    const { listLabels, listReactions, listStaffs } = directoryApi.endpoints;
    return {
      loadLabels: async () => (await resultOnce(dispatch(listLabels.initiate()))).data ?? [],
      loadReactions: async () => (await resultOnce(dispatch(listReactions.initiate()))).data ?? [],
      loadStaffs: async () => (await resultOnce(dispatch(listStaffs.initiate()))).data ?? [],
    };
  }, [dispatch]);
}
