import { Button } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import type { MembersAddress } from '../../shared/address/members-address';
import { useNarrow } from '../../shared/layout/use-wide';
import { LazyMenu } from '../../shared/lazy/lazy-menu';
import { lazyPart } from '../../shared/lazy/lazy-part';
import { ViewWords } from '../../shared/views/view-words';
import style from './member-views.module.css';
import { shownMembers } from './member-views.rules';
import { useListSavedViewsQuery } from './saved-views.api';
import { currentView } from './saved-views.rules';

const ViewMenu = lazyPart(async () => (await import('./view-menu')).ViewMenu);

/** A button over the list of members that names the open view; its menu is loaded lazily. */
export function MemberViews({ address }: { address: MembersAddress }) {
  const { pathname, search } = useLocation();
  const shown = shownMembers(address);
  const { data: views = [] } = useListSavedViewsQuery(shown.page);
  const current = currentView(views, shown, `${pathname}${search}`);
  // On a phone the word would take a row of its own.
  const isSign = useNarrow() && !current;
  const button = (
    <Button variant="default" px={isSign ? 12 : undefined} classNames={{ label: style.words }}>
      <ViewWords name={current?.displayName} isSign={isSign} />
    </Button>
  );
  return (
    <LazyMenu
      popup="menu"
      button={button}
      opened={() => <ViewMenu shown={shown} button={button} />}
    />
  );
}
