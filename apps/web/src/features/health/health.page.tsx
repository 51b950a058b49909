import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import tabs from '../../shared/display/tab-line.module.css';
import { SharedNotice } from '../../shared/feedback/part-problem';
import { PageFrame } from '../../shared/layout/page-frame';
import { useScrollToCurrent } from '../../shared/layout/use-scroll-to-current';
import { ColdPart } from './cold.part';
import { CoveragePart } from './coverage.part';
import { useGetRelationsQuery } from './health.api';
import {
  type HealthAddress,
  healthViews,
  readHealthAddress,
  writeHealthAddress,
} from './health.rules';
import { healthTexts } from './health.messages';
import { RelationsPart } from './relations.part';
import { OpenIssuesPart } from './open-issues.part';

/** Overdue members, open issues, and members known by one staff member only (INS-3). */
export function HealthPage({ children }: { children: ReactNode }) {
  const t = useTexts(healthTexts);
  const [params, setParams] = useSearchParams();
  const address = readHealthAddress(params);
  const set = (change: Partial<HealthAddress>) =>
    setParams(writeHealthAddress({ ...address, ...change }));
  const views = useScrollToCurrent(address.view);
  const isEmpty = useGetRelationsQuery().data?.items.length === 0;
  return (
    <PageFrame
      title={t('health.title')}
      aside={
        <Button component={Link} to={paths.dashboard} variant="default">
          {t('health.figures')}
        </Button>
      }
    >
      <SharedNotice>
        <RelationsPart />
        {isEmpty ? null : (
          <>
            {children}
            <nav
              ref={views}
              className={tabs.line}
              style={{ marginBottom: 16 }}
              aria-label={t('health.views')}
            >
              {healthViews.map((view) => (
                <Link
                  key={view}
                  to={{ search: writeHealthAddress({ ...address, view }).toString() }}
                  aria-current={address.view === view ? 'page' : undefined}
                >
                  {t(`health.view.${view}`)}
                </Link>
              ))}
            </nav>
            {address.view === 'cold' ? <ColdPart address={address} onChange={set} /> : null}
            {address.view === 'issues' ? <OpenIssuesPart /> : null}
            {address.view === 'coverage' ? <CoveragePart address={address} onChange={set} /> : null}
          </>
        )}
      </SharedNotice>
    </PageFrame>
  );
}
