import { lazy, Suspense, useMemo } from 'react';
import { FeedFilterBar, useFeedFilter } from '../../features/timeline/feed/feed-filter';
import { PostFeed } from '../../features/timeline/feed/post-feed';
import { criteriaOf } from '../../features/saved-views/saved-views.rules';
import { ViewChoice } from '../../features/saved-views/view-choice';
import type { FeedPlace } from '../../shared/address/post-address';
import { useTexts } from '../../shared/intl/messages';
import { usePageTitle } from '../../shared/ui/page-frame';
import { shellTexts } from '../shell.messages';
import style from './timeline.module.css';

// The first page is the feed; the aside may load afterwards.
const TimelineAside = lazy(async () => ({
  default: (await import('./timeline-aside')).TimelineAside,
}));

/** The timeline of the space; stays mounted under its post sub-routes. */
export function TimelinePage() {
  const title = useTexts(shellTexts)('shell.timeline');
  usePageTitle(title);
  const filter = useFeedFilter();
  const place = useMemo<FeedPlace>(() => ({ kind: 'all', filter }), [filter]);
  return (
    <PostFeed
      place={place}
      filters={
        <FeedFilterBar
          views={(filter, chip) => <ViewChoice className={chip} criteria={criteriaOf(filter)} />}
        />
      }
      head={<h1 className={style.title}>{title}</h1>}
      aside={
        <Suspense>
          <TimelineAside />
        </Suspense>
      }
    />
  );
}
