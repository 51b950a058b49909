import { type ReactNode, useEffect, useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { type RankRing, RankRings } from '../../../shared/avatar/rank-rings';
import { onLive } from '../../../shared/live/live';
import type { ApiDispatch } from '../thread/thread-cache';
import { timelineApi, useGetRankingQuery } from '../timeline.api';

const rings: readonly RankRing[] = ['gold', 'silver', 'bronze'];

/** Provides this month's ranking to all avatars inside. */
export function RankingFrame({ children }: { children: ReactNode }) {
  const { data } = useGetRankingQuery();
  const dispatch = useDispatch<ApiDispatch>();
  useEffect(
    () =>
      onLive(({ messages }) => {
        const ranking = messages.findLast((message) => message.ranking)?.ranking;
        if (!ranking) return;
        dispatch(timelineApi.util.updateQueryData('getRanking', undefined, () => ranking));
      }),
    [dispatch],
  );
  const map = useMemo(
    () =>
      new Map(
        (data?.items ?? []).flatMap(({ place, staff }) => {
          const ring = rings[place - 1];
          return ring ? [[staff.id, ring] as const] : [];
        }),
      ),
    [data],
  );
  return <RankRings value={map}>{children}</RankRings>;
}
