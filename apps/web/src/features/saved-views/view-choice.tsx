import { useLocation } from 'react-router-dom';
import { lazyPart } from '../../shared/lazy/lazy-part';
import { LazyMenu } from '../../shared/lazy/lazy-menu';
import { ViewWords } from '../../shared/views/view-words';
import { useListSavedViewsQuery } from './saved-views.api';
import { currentView, type ShownView } from './saved-views.rules';

const ViewMenu = lazyPart(async () => (await import('./view-menu')).ViewMenu);

/** A chip over the feed that names the open view; its menu is loaded lazily. */
export function ViewChoice(props: { className?: string; shown: ShownView }) {
  const { className, shown } = props;
  const { pathname, search } = useLocation();
  const { data: views = [] } = useListSavedViewsQuery(shown.page);
  const current = currentView(views, shown, `${pathname}${search}`);
  const button = (
    <button type="button" className={className} data-on={current ? '' : undefined}>
      <ViewWords name={current?.displayName} />
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
