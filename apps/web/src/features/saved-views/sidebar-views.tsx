import { Stack, Text } from '@mantine/core';
import { IconBookmark, IconUsers } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { useTexts } from '../../shared/intl/messages';
import { viewChoiceTexts } from '../../shared/views/view-choice.messages';
import { useListSavedViewsQuery } from './saved-views.api';
import { viewPath } from './saved-views.rules';
import style from './sidebar-views.module.css';

/** Most views that the sidebar names; the chip over the feed has all. */
const SHOWN = 6;
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The saved views of the timeline in the sidebar, in the reader's order. */
export function SidebarViews() {
  const t = useTexts(viewChoiceTexts);
  const { pathname, search } = useLocation();
  const { data: views = [] } = useListSavedViewsQuery('timeline');
  if (views.length === 0) return null;
  return (
    <Stack component="section" gap={1} p="10px 12px 0" aria-label={t('savedView.title')}>
      <Text component="h2" size="xs" fw={500} c="dimmed" p="0 10px 4px" aria-hidden="true">
        {t('savedView.title')}
      </Text>
      {views.slice(0, SHOWN).map((view) => (
        <Link
          key={view.id}
          to={viewPath(view)}
          className={style.view}
          aria-current={viewPath(view) === `${pathname}${search}` ? 'page' : undefined}
        >
          {view.shared ? <IconUsers {...icon} /> : <IconBookmark {...icon} />}
          <Text span truncate inherit>
            {view.displayName}
          </Text>
        </Link>
      ))}
    </Stack>
  );
}
