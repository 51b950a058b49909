import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { resultOnce } from '../api/read-once';
import { showFailure } from '../feedback/toast.store';
import { problemText } from '../problem/problem-text';
import { directoryApi } from './directory.api';

/**
 * Lists for a key that may be pressed before they are there: at once from the cache, otherwise when
 * they have come. If one cannot be read, says so and returns null.
 */
export function useLoadedDirectory() {
  const intl = useIntl();
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return useMemo(() => {
    const { listLabels, listReactions, listStaffs } = directoryApi.endpoints;
    const told = <List>({ data, error }: { data?: List; error?: unknown }): List | null => {
      if (data) return data;
      showFailure(problemText(intl, error));
      return null;
    };
    return {
      loadLabels: async () => told(await resultOnce(dispatch(listLabels.initiate()))),
      loadReactions: async () => told(await resultOnce(dispatch(listReactions.initiate()))),
      loadStaffs: async () => told(await resultOnce(dispatch(listStaffs.initiate()))),
    };
  }, [dispatch, intl]);
}
