import { type ReactNode, useMemo } from 'react';
import { type RankRing, RankRings } from '../../../shared/ui/rank-rings';
import { useGetRankingQuery } from '../timeline.api';

const rings: readonly RankRing[] = ['gold', 'silver', 'bronze'];

/** Provides this month's ranking to all avatars inside. */
export function RankingFrame({ children }: { children: ReactNode }) {
  const { data } = useGetRankingQuery();
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
