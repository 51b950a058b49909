import { lazy, Suspense } from 'react';
import { PostFeed } from '../../features/timeline/post-feed';
import { useTexts } from '../../shared/intl/messages';
import { usePageTitle } from '../../shared/ui/page-frame';
import { shellTexts } from '../shell.messages';
import style from './timeline.module.css';

const everything = { kind: 'all' } as const;

// The first page is the feed; what stands beside it may come a moment later.
const TimelineAside = lazy(async () => ({
  default: (await import('./timeline-aside')).TimelineAside,
}));

/** The timeline of the space; stays mounted under its post sub-routes. */
export function TimelinePage() {
  const title = useTexts(shellTexts)('shell.timeline');
  usePageTitle(title);
  return (
    <PostFeed
      place={everything}
      head={<h1 className={style.title}>{title}</h1>}
      aside={
        <Suspense>
          <TimelineAside />
        </Suspense>
      }
    />
  );
}
