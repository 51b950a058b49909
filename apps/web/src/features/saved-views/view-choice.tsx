import { useLocation } from 'react-router-dom';
import { lazyPart } from '../../shared/lazy/lazy-part';
import { LazyMenu } from '../../shared/lazy/lazy-menu';
import { ViewChip } from '../../shared/views/view-chip';
import { useListSavedViewsQuery } from './saved-views.api';
import { currentView, type ShownView } from './saved-views.rules';

const ViewMenu = lazyPart(async () => (await import('./view-menu')).ViewMenu);

/** A chip over a list that names its open view; its menu is loaded lazily. */
export function ViewChoice({ shown }: { shown: ShownView }) {
  const { pathname, search } = useLocation();
  const { data: views = [] } = useListSavedViewsQuery(shown.page);
  const current = currentView(views, shown, `${pathname}${search}`);
  const button = <ViewChip name={current?.displayName} />;
  return (
    <LazyMenu
      popup="menu"
      button={button}
      opened={() => <ViewMenu shown={shown} button={button} />}
    />
  );
}
