import { IconChevronDown } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { lazyPart } from '../../shared/lazy/lazy-part';
import { LazyMenu } from '../../shared/lazy/lazy-menu';
import { useListSavedViewsQuery } from './saved-views.api';
import { currentView, type ShownView } from './saved-views.rules';
import { viewChoiceTexts } from './view-choice.messages';

const ViewMenu = lazyPart(async () => (await import('./view-menu')).ViewMenu);

/** A chip over the feed that names the open view; its menu is loaded lazily. */
export function ViewChoice(props: { className?: string; shown: ShownView }) {
  const { className, shown } = props;
  const t = useTexts(viewChoiceTexts);
  const { pathname, search } = useLocation();
  const { data: views = [] } = useListSavedViewsQuery(shown.page);
  const current = currentView(views, shown, `${pathname}${search}`);
  const button = (
    <button type="button" className={className} data-on={current ? '' : undefined}>
      <span>{current?.displayName ?? t('savedView.title')}</span>
      <span className="engawa-unseen"> {t('savedView.choose')}</span>
      <IconChevronDown size={14} stroke={1.5} aria-hidden="true" />
    </button>
  );
  return (
    <LazyMenu
      popup="menu"
      button={button}
      opened={() => <ViewMenu shown={shown} button={button} />}
    />
  );
}
