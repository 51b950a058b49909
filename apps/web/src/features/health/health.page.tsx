import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { PageFrame } from '../../shared/ui/page-frame';
import { useHereInView } from '../../shared/ui/use-here-in-view';
import { ColdPart } from './cold.part';
import { CoveragePart } from './coverage.part';
import {
  type HealthAddress,
  healthViews,
  readHealthAddress,
  writeHealthAddress,
} from './health.rules';
import { healthTexts } from './health.messages';
import style from './health.module.css';
import { OpenIssuesPart } from './open-issues.part';

/** Overdue members, open issues, and members known by one staff member only (INS-3). */
export function HealthPage() {
  const say = useTexts(healthTexts);
  const [params, setParams] = useSearchParams();
  const address = readHealthAddress(params);
  const set = (change: Partial<HealthAddress>) =>
    setParams(writeHealthAddress({ ...address, ...change }));
  const views = useHereInView(address.view);
  return (
    <PageFrame
      title={say('health.title')}
      width={860}
      aside={<Link to={paths.dashboard}>{say('health.figures')}</Link>}
    >
      <nav ref={views} className={style.views} aria-label={say('health.views')}>
        {healthViews.map((view) => (
          <Link
            key={view}
            to={{ search: writeHealthAddress({ ...address, view }).toString() }}
            aria-current={address.view === view ? 'page' : undefined}
          >
            {say(`health.view.${view}`)}
          </Link>
        ))}
      </nav>
      {address.view === 'cold' ? <ColdPart address={address} onChange={set} /> : null}
      {address.view === 'issues' ? <OpenIssuesPart /> : null}
      {address.view === 'coverage' ? <CoveragePart address={address} onChange={set} /> : null}
    </PageFrame>
  );
}
