import type { Post } from '@engawa/contracts';
import { useSession } from '../../shared/session/use-session';
import { useListMustReadsQuery } from './handover.api';

/** Must-read posts that the reader has not confirmed yet; undefined until they are known. */
export function useMustReads(): Post[] | undefined {
  const { staff } = useSession();
  const { data } = useListMustReadsQuery();
  return data?.filter(
    (post) =>
      post.ownerId !== staff.id && !post.confirmations.some(({ staffId }) => staffId === staff.id),
  );
}
