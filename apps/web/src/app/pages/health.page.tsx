import { HealthPage } from '../../features/health/health.page';
import { MatchesPart } from '../../features/matches/matches.part';

/** Relations with members, and members to introduce to each other. */
export function RelationsPage() {
  return (
    <HealthPage>
      <MatchesPart />
    </HealthPage>
  );
}
