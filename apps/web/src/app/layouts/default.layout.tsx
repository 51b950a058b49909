import { ActionIcon } from '@mantine/core';
import {
  IconBell,
  IconChartBar,
  IconChecklist,
  IconChevronDown,
  IconHeartHandshake,
  IconHome,
  IconId,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconNotes,
  IconPencil,
  IconPlus,
  IconSearch,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { useGetUnreadCountQuery } from '../../features/notifications/notifications.api';
import { useCountDraftsQuery } from '../../features/timeline/drafts/drafts.api';
import { RankingFrame } from '../../features/timeline/feed/ranking';
import { paths } from '../../shared/address/paths';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { StaffFace } from '../../shared/directory/person-face';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { ChoiceMenu } from '../../shared/ui/choice-menu';
import { CountBadge } from '../../shared/ui/count-badge';
import { fetchLaterParts } from '../../shared/ui/later-part';
import { Logo } from '../../shared/ui/logo';
import { ProblemNotice, Waiting } from '../../shared/ui/states';
import { useNarrow, useRoomy } from '../../shared/ui/use-wide';
import { PaletteHost } from '../palette-host';
import { shellTexts } from '../shell.messages';
import { useAppDispatch, useAppSelector } from '../store';
import { navToggled } from '../ui.slice';
import style from './frame.module.css';
import { useNavHint } from './nav-hint';
import { OfflineBar } from './offline-bar';
import { UserMenu } from './user-menu';

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

// Counts data of other features; may load after the first page.
const TodayBadge = lazy(async () => ({
  default: (await import('../today-badge')).TodayBadge,
}));

const SidebarViews = lazy(async () => ({
  default: (await import('../../features/saved-views/sidebar-views')).SidebarViews,
}));

function useUnread(): number {
  return useGetUnreadCountQuery().data ?? 0;
}

/** Whether the sidebar is collapsed: by choice, or because the window is small. */
function useFolded(): boolean {
  const chosen = useAppSelector((state) => state.ui.navFolded);
  return !useRoomy() || chosen;
}

function Entry(props: {
  to: string;
  icon: ReactNode;
  word: string;
  end?: boolean;
  badge?: ReactNode;
  /** Further addresses that belong to the entry. */
  also?: string;
}) {
  const { pathname } = useLocation();
  const here =
    pathname === props.to ||
    (!props.end && pathname.startsWith(`${props.to}/`)) ||
    (props.also !== undefined && pathname.startsWith(props.also));
  return (
    <Link
      to={props.to}
      className={style.entry}
      data-hint={props.word}
      aria-current={here ? 'page' : undefined}
    >
      {props.icon}
      <span className={style.word}>{props.word}</span>
      {props.badge ? <span className={style.badge}>{props.badge}</span> : null}
    </Link>
  );
}

/** The space's name; for administrators a menu with home and settings. */
function SpaceName({ folded }: { folded: boolean }) {
  const say = useTexts(shellTexts);
  const navigate = useNavigate();
  const { space, admin } = useSession();
  const name = folded ? (
    <>
      <b className={style.monogram} aria-hidden="true">
        {[...space.displayName][0]}
      </b>
      <span className="engawa-unseen">{space.displayName}</span>
    </>
  ) : (
    <span>{space.displayName}</span>
  );
  if (!admin) {
    return (
      <div className={style.space} data-hint={space.displayName}>
        {name}
      </div>
    );
  }
  return (
    <ChoiceMenu
      width={196}
      position="bottom-start"
      button={
        <button type="button" className={style.space} data-hint={space.displayName}>
          {name}
          <IconChevronDown size={16} stroke={1.5} aria-hidden="true" />
          <span className="engawa-unseen">{say('shell.space')}</span>
        </button>
      }
      choices={() => [
        {
          id: 'home',
          icon: <IconHome {...icon} />,
          word: say('shell.home'),
          onChoose: () => void navigate(paths.timeline),
        },
        {
          id: 'setting',
          icon: <IconSettings {...icon} />,
          word: say('shell.setting'),
          onChoose: () => void navigate(paths.spaceSetting),
        },
      ]}
    />
  );
}

function Sidebar() {
  const say = useTexts(shellTexts);
  const dispatch = useAppDispatch();
  const roomy = useRoomy();
  const folded = useFolded();
  const { staff } = useSession();
  const unread = useUnread();
  const drafts = useCountDraftsQuery().data ?? 0;
  const { listeners, hint } = useNavHint(folded);
  return (
    <nav className={style.nav} aria-label={say('shell.nav')} {...listeners}>
      <div className={style.brand}>
        <Link to={paths.timeline} className={style.brandLink} aria-label="Engawa">
          <Logo />
          {folded ? null : <span>Engawa</span>}
        </Link>
        {roomy ? (
          <ActionIcon
            className={style.fold}
            onClick={() => dispatch(navToggled())}
            aria-label={say(folded ? 'shell.unfold' : 'shell.fold')}
            aria-expanded={!folded}
          >
            {folded ? (
              <IconLayoutSidebarLeftExpand {...icon} />
            ) : (
              <IconLayoutSidebarLeftCollapse {...icon} />
            )}
          </ActionIcon>
        ) : null}
      </div>
      <SpaceName folded={folded} />
      <Link to={paths.search} className={style.search} data-hint={say('shell.search')}>
        <IconSearch {...icon} />
        <span className={style.word}>{say('shell.search')}</span>
        <kbd className={style.word} aria-hidden="true">
          {/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Link>
      <Entry
        to={paths.today}
        icon={<IconSun {...icon} />}
        word={say('shell.today')}
        badge={
          <Suspense>
            <TodayBadge />
          </Suspense>
        }
      />
      <Entry
        to={paths.timeline}
        end
        also="/posts/"
        icon={<IconNotes {...icon} />}
        word={say('shell.timeline')}
      />
      <Entry to={paths.members} icon={<IconUsers {...icon} />} word={say('shell.members')} />
      <Entry to={paths.health} icon={<IconHeartHandshake {...icon} />} word={say('shell.health')} />
      <Entry to={paths.tasks} icon={<IconChecklist {...icon} />} word={say('shell.tasks')} />
      <Entry to={paths.staffs} icon={<IconId {...icon} />} word={say('shell.staffs')} />
      <Entry
        to={paths.dashboard}
        end
        icon={<IconChartBar {...icon} />}
        word={say('shell.dashboard')}
      />
      <Entry
        to={paths.notifications}
        icon={<IconBell {...icon} />}
        word={say('shell.notifications')}
        badge={
          <CountBadge
            count={unread}
            tone="waiting"
            capAtNine
            label={say('shell.unread', { count: unread })}
          />
        }
      />
      <Entry
        to={paths.drafts}
        icon={<IconPencil {...icon} />}
        word={say('shell.drafts')}
        badge={
          <CountBadge
            count={drafts}
            tone="quiet"
            label={say('shell.draftCount', { count: drafts })}
          />
        }
      />
      {folded ? null : (
        <Suspense>
          <SidebarViews />
        </Suspense>
      )}
      <div className={style.foot}>
        <UserMenu>
          <button
            type="button"
            className={style.user}
            aria-label={say('shell.user', { name: staff.displayName })}
          >
            <StaffFace staff={staff} size={32} />
            <span className={style.userName}>
              <span>{staff.displayName}</span>
              {staff.jobTitle ? <small>{staff.jobTitle}</small> : null}
            </span>
          </button>
        </UserMenu>
      </div>
      {hint}
    </nav>
  );
}

function BottomBar() {
  const say = useTexts(shellTexts);
  const unread = useUnread();
  return (
    <nav className={style.bar} aria-label={say('shell.bar')}>
      <NavLink to={paths.today} className={style.tab}>
        <IconSun {...icon} />
        {say('shell.today')}
        <span className={style.tabBadge}>
          <Suspense>
            <TodayBadge />
          </Suspense>
        </span>
      </NavLink>
      <NavLink to={paths.timeline} end className={style.tab}>
        <IconNotes {...icon} />
        {say('shell.timeline')}
      </NavLink>
      <Link to={`${paths.timeline}?write`} className={style.tab} aria-label={say('shell.write')}>
        <span className={style.write}>
          <IconPlus {...icon} />
        </span>
      </Link>
      <NavLink to={paths.members} className={style.tab}>
        <IconUsers {...icon} />
        {say('shell.members')}
      </NavLink>
      <NavLink to={paths.notifications} className={style.tab}>
        <IconBell {...icon} />
        {say('shell.notifications')}
        <span className={style.tabBadge}>
          <CountBadge
            count={unread}
            tone="waiting"
            capAtNine
            label={say('shell.unread', { count: unread })}
          />
        </span>
      </NavLink>
    </nav>
  );
}

/** Entries without a place in the bottom bar. */
function NarrowMenu() {
  const say = useTexts(shellTexts);
  const navigate = useNavigate();
  const { admin } = useSession();
  const choices = () => {
    const items: [string, ReactNode, string][] = [
      [paths.tasks, <IconChecklist key="i" {...icon} />, say('shell.tasks')],
      [paths.staffs, <IconId key="i" {...icon} />, say('shell.staffs')],
      [paths.health, <IconHeartHandshake key="i" {...icon} />, say('shell.health')],
      [paths.dashboard, <IconChartBar key="i" {...icon} />, say('shell.dashboard')],
      [paths.drafts, <IconPencil key="i" {...icon} />, say('shell.drafts')],
      [paths.search, <IconSearch key="i" {...icon} />, say('shell.search')],
    ];
    if (admin) {
      items.push([paths.spaceSetting, <IconSettings key="i" {...icon} />, say('shell.setting')]);
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
        <ActionIcon size={44} aria-label={say('shell.nav')}>
          <IconMenu2 {...icon} />
        </ActionIcon>
      }
    />
  );
}

/** Shows pages once the labels are loaded (specification). */
function Content() {
  const labels = useListLabelsQuery();
  const ready = labels.data !== undefined;
  useEffect(() => (ready ? fetchLaterParts() : undefined), [ready]);
  if (labels.data) return <Outlet />;
  if (labels.error) {
    return (
      <div style={{ padding: 24 }}>
        <ProblemNotice error={labels.error} onRetry={() => void labels.refetch()} />
      </div>
    );
  }
  return <Waiting />;
}

function NarrowFrame() {
  const say = useTexts(shellTexts);
  const { space, staff } = useSession();
  return (
    <div className={style.narrow}>
      <header>
        <div className={style.top}>
          <Logo size={24} />
          <span className={style.topName}>{space.displayName}</span>
          <UserMenu>
            <ActionIcon size={44} aria-label={say('shell.user', { name: staff.displayName })}>
              <StaffFace staff={staff} size={28} />
            </ActionIcon>
          </UserMenu>
          <NarrowMenu />
        </div>
        <OfflineBar />
      </header>
      <main id="content" className={style.main} tabIndex={-1}>
        <Content />
      </main>
      <BottomBar />
    </div>
  );
}

function WideFrame() {
  const say = useTexts(shellTexts);
  const folded = useFolded();
  return (
    <div className={`${style.frame} ${folded ? style.folded : style.wide}`}>
      <a className={style.skip} href="#content">
        {say('shell.skip')}
      </a>
      <Sidebar />
      <main id="content" className={style.main} tabIndex={-1}>
        <OfflineBar />
        <Content />
      </main>
    </div>
  );
}

/** The layout of everyday pages: a sidebar, or bars at top and bottom on a phone. */
export function DefaultLayout() {
  const narrow = useNarrow();
  return (
    <RankingFrame>
      {narrow ? <NarrowFrame /> : <WideFrame />}
      <PaletteHost />
    </RankingFrame>
  );
}
