import { PostFeed } from '../../features/timeline/post-feed';
import { useTexts } from '../../shared/intl/messages';
import { usePageTitle } from '../../shared/ui/page-frame';
import { shellTexts } from '../shell.messages';
import style from './timeline.module.css';

/** The timeline of the space; stays mounted under its post sub-routes. */
export function TimelinePage() {
  const title = useTexts(shellTexts)('shell.timeline');
  usePageTitle(title);
  return <PostFeed place={{ kind: 'all' }} head={<h1 className={style.title}>{title}</h1>} />;
}
