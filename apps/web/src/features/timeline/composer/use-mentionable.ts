import type { Staff } from '@engawa/contracts';
import { useDispatch } from 'react-redux';
import { readOnce } from '../../../shared/api/read-once';
import { directoryApi, useListStaffsQuery } from '../../../shared/directory/directory.api';
import type { ApiDispatch } from '../thread/thread-cache';

/**
 * The staff whose names a text may contain. If they are not there yet, they are read: without them the
 * text would be sent without its mentions, and nobody would be notified. Rejects if that fails.
 */
export function useMentionable(): (memo: string) => Promise<readonly Staff[]> {
  const { data } = useListStaffsQuery();
  const dispatch = useDispatch<ApiDispatch>();
  return async (memo) => {
    if (data) return data;
    if (!/[@＠]/.test(memo)) return [];
    return readOnce(dispatch(directoryApi.endpoints.listStaffs.initiate()));
  };
}
