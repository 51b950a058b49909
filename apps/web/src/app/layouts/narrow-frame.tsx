import { ActionIcon, Text } from '@mantine/core';
import {
  IconBell,
  IconChartBar,
  IconChecklist,
  IconHeartHandshake,
  IconId,
  IconMenu2,
  IconNotes,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { useTexts } from '../../shared/intl/messages';
import { Logo } from '../../shared/layout/logo';
import { ChoiceMenu } from '../../shared/menu/choice-menu';
import { useSession } from '../../shared/session/use-session';
import { shellTexts } from '../shell.messages';
import { TodayBadge } from '../today-badge';
import style from './frame.module.css';
import { LabelledContent } from './labelled-content';
import { OfflineBar } from './offline-bar';
import { UnreadBadge } from './unread-badge';
import { UserMenu } from './user-menu';

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

function BottomBar() {
  const t = useTexts(shellTexts);
  const { pathname } = useLocation();
  return (
    <nav className={style.bar} aria-label={t('shell.bar')}>
      <NavLink to={paths.today} className={style.tab}>
        <IconSun {...icon} />
        {t('shell.today')}
        <span className={style.badge}>
          <TodayBadge />
        </span>
      </NavLink>
      <NavLink to={paths.timeline} end className={style.tab}>
        <IconNotes {...icon} />
        {t('shell.timeline')}
      </NavLink>
      <Link
        to={`${paths.timeline}?write`}
        // Where closing the composer goes back to, if it is the page that the composer covers.
        state={{ opener: pathname }}
        className={style.tab}
        aria-label={t('shell.write')}
      >
        <span className={style.write}>
          <IconPlus {...icon} />
        </span>
      </Link>
      <NavLink to={paths.members} className={style.tab}>
        <IconUsers {...icon} />
        {t('shell.members')}
      </NavLink>
      <NavLink to={paths.notifications} className={style.tab}>
        <IconBell {...icon} />
        {t('shell.notifications')}
        <span className={style.badge}>
          <UnreadBadge />
        </span>
      </NavLink>
    </nav>
  );
}

/** Entries without a place in the bars, in the order of the sidebar. */
function NarrowMenu() {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const { admin } = useSession();
  const choices = () => {
    const items: [string, ReactNode, string][] = [
      [paths.health, <IconHeartHandshake key="i" {...icon} />, t('shell.health')],
      [paths.tasks, <IconChecklist key="i" {...icon} />, t('shell.tasks')],
      [paths.staffs, <IconId key="i" {...icon} />, t('shell.staffs')],
      [paths.dashboard, <IconChartBar key="i" {...icon} />, t('shell.dashboard')],
      [paths.drafts, <IconPencil key="i" {...icon} />, t('shell.drafts')],
    ];
    if (admin) {
      items.push([paths.spaceSetting, <IconSettings key="i" {...icon} />, t('shell.setting')]);
    }
    return items.map(([to, mark, word]) => ({
      id: to,
      icon: mark,
      word,
      onChoose: () => void navigate(to),
    }));
  };
  return (
    <ChoiceMenu
      width={220}
      position="bottom-end"
      choices={choices}
      button={
        <ActionIcon size={44} aria-label={t('shell.nav')}>
          <IconMenu2 {...icon} />
        </ActionIcon>
      }
    />
  );
}

/** A phone's bars at top and bottom, and the page. */
export function NarrowFrame() {
  const t = useTexts(shellTexts);
  const { space, staff } = useSession();
  return (
    <div className={style.narrow}>
      <header>
        <div className={style.top}>
          <Logo size={24} />
          <Text span truncate size="md" fw={600} flex={1}>
            {space.displayName}
          </Text>
          <ActionIcon component={Link} to={paths.search} size={44} aria-label={t('shell.search')}>
            <IconSearch {...icon} />
          </ActionIcon>
          <UserMenu>
            <ActionIcon size={44} aria-label={t('shell.user', { name: staff.displayName })}>
              <StaffAvatar staff={staff} size={28} />
            </ActionIcon>
          </UserMenu>
          <NarrowMenu />
        </div>
        <OfflineBar />
      </header>
      <main id="content" className={style.main} tabIndex={-1}>
        <LabelledContent />
      </main>
      <BottomBar />
    </div>
  );
}
