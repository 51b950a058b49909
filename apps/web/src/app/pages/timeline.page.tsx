import { Suspense, useMemo } from 'react';
import { FeedFilterBar, useFeedFilter } from '../../features/timeline/feed/feed-filter';
import { PostFeed } from '../../features/timeline/feed/post-feed';
import { criteriaOf, shownTimeline } from '../../features/saved-views/saved-views.rules';
import { ViewChoice } from '../../features/saved-views/view-choice';
import type { FeedPlace } from '../../shared/address/post-address';
import { useTexts } from '../../shared/intl/messages';
import { lazyComponent, lazyPart, useAwake } from '../../shared/lazy/lazy-part';
import { usePainted } from '../../shared/lazy/first-paint';
import { usePageTitle } from '../../shared/layout/page-frame';
import { shellTexts } from '../shell.messages';

// The first page is the feed; the aside is loaded afterwards.
const { Shown: TimelineAside } = lazyComponent(
  async () => (await import('./timeline-aside')).TimelineAside,
);

const FirstRun = lazyPart(
  async () => (await import('../../features/first-run/first-run')).FirstRun,
);

/** The timeline of the space; stays mounted under its post sub-routes. */
export function TimelinePage() {
  const title = useTexts(shellTexts)('shell.timeline');
  usePageTitle(title);
  const awake = useAwake();
  const painted = usePainted();
  const filter = useFeedFilter();
  const place = useMemo<FeedPlace>(() => ({ kind: 'all', filter }), [filter]);
  return (
    <PostFeed
      place={place}
      filters={
        <FeedFilterBar
          views={(filter) => <ViewChoice shown={shownTimeline(criteriaOf(filter))} />}
        />
      }
      head={
        <>
          <h1>{title}</h1>
          <Suspense>{awake ? <FirstRun /> : null}</Suspense>
        </>
      }
      aside={<Suspense>{painted ? <TimelineAside /> : null}</Suspense>}
    />
  );
}
