import type { SavedViewCriteria } from '@engawa/contracts';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { laterPart } from '../../shared/ui/later-part';
import { Unfolding } from '../../shared/ui/unfolding';
import { useListSavedViewsQuery } from './saved-views.api';
import { currentView } from './saved-views.rules';
import { viewChoiceTexts } from './view-choice.messages';

const ViewMenu = laterPart(async () => (await import('./view-menu')).ViewMenu);

/** A chip over the feed that names the open view; its menu is loaded lazily. */
export function ViewChoice(props: { className?: string; criteria: SavedViewCriteria }) {
  const { className, criteria } = props;
  const say = useTexts(viewChoiceTexts);
  const { pathname, search } = useLocation();
  const { data: views = [] } = useListSavedViewsQuery();
  const current = currentView(views, criteria, `${pathname}${search}`);
  const button = (
    <button type="button" className={className} data-on={current ? '' : undefined}>
      <IconBookmark size={14} stroke={1.5} aria-hidden="true" />
      {current?.displayName ?? say('savedView.title')}
      <span className="engawa-unseen"> {say('savedView.choose')}</span>
      <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />
    </button>
  );
  return (
    <Unfolding
      popup="menu"
      button={button}
      opened={() => <ViewMenu criteria={criteria} button={button} />}
    />
  );
}
