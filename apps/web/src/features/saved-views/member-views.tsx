import { Button } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { useLocation } from 'react-router-dom';
import type { MembersAddress } from '../../shared/address/members-address';
import { useTexts } from '../../shared/intl/messages';
import { useNarrow } from '../../shared/layout/use-wide';
import { LazyMenu } from '../../shared/lazy/lazy-menu';
import { lazyPart } from '../../shared/lazy/lazy-part';
import { shownMembers } from './member-views.rules';
import { useListSavedViewsQuery } from './saved-views.api';
import { currentView } from './saved-views.rules';
import { viewChoiceTexts } from './view-choice.messages';

const ViewMenu = lazyPart(async () => (await import('./view-menu')).ViewMenu);

/** A button over the list of members that names the open view; its menu is loaded lazily. */
export function MemberViews({ address }: { address: MembersAddress }) {
  const t = useTexts(viewChoiceTexts);
  const { pathname, search } = useLocation();
  const shown = shownMembers(address);
  const { data: views = [] } = useListSavedViewsQuery(shown.page);
  const current = currentView(views, shown, `${pathname}${search}`);
  const icon = <IconBookmark size={18} stroke={1.5} aria-hidden="true" />;
  const words = (
    <>
      {current?.displayName ?? t('savedView.title')}
      <span className="engawa-unseen"> {t('savedView.choose')}</span>
    </>
  );
  // On a phone the word would take a row of its own.
  const button =
    useNarrow() && !current ? (
      <Button variant="default" px={12}>
        {icon}
        <span className="engawa-unseen">{words}</span>
      </Button>
    ) : (
      <Button
        variant="default"
        leftSection={icon}
        rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
      >
        {words}
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
