import type { RankRing } from '../../shared/ui/face';
import { useGetRankingQuery } from './timeline.api';

const rings: readonly RankRing[] = ['gold', 'silver', 'bronze'];

/** The ring of a staff in this month's ranking; null without one (TML-13). */
export function useRank(): (staffId: string) => RankRing | null {
  const { data } = useGetRankingQuery();
  return (staffId) => {
    const place = data?.items.find((item) => item.staff.id === staffId)?.place;
    return place ? (rings[place - 1] ?? null) : null;
  };
}
