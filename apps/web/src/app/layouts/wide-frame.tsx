import { ActionIcon, Box, Stack } from '@mantine/core';
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
  IconNotes,
  IconPencil,
  IconSearch,
  IconSettings,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SidebarViews } from '../../features/saved-views/sidebar-views';
import { useCountDraftsQuery } from '../../features/timeline/drafts/drafts.api';
import { paths } from '../../shared/address/paths';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { CountBadge } from '../../shared/display/count-badge';
import { useTexts } from '../../shared/intl/messages';
import { Logo } from '../../shared/layout/logo';
import { useRoomy } from '../../shared/layout/use-wide';
import { lazyPart, useAwake } from '../../shared/lazy/lazy-part';
import { ChoiceMenu } from '../../shared/menu/choice-menu';
import { useSession } from '../../shared/session/use-session';
import { shellTexts } from '../shell.messages';
import { useAppDispatch, useAppSelector } from '../store';
import { TodayBadge } from '../today-badge';
import { navToggled } from '../ui.slice';
import style from './frame.module.css';
import { LabelledContent } from './labelled-content';
import { OfflineBar } from './offline-bar';
import { UnreadBadge } from './unread-badge';
import { UserMenu } from './user-menu';

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

const NavHint = lazyPart(async () => (await import('./nav-hint')).NavHint);

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
      <span className={`engawa-cut ${style.word}`}>{props.word}</span>
      {props.badge ? <span className={style.badge}>{props.badge}</span> : null}
    </Link>
  );
}

/** The space's name; for administrators a menu with home and settings. */
function SpaceName({ folded }: { folded: boolean }) {
  const t = useTexts(shellTexts);
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
    <span className="engawa-two-lines">{space.displayName}</span>
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
          <span className="engawa-unseen">{t('shell.space')}</span>
        </button>
      }
      choices={() => [
        {
          id: 'home',
          icon: <IconHome {...icon} />,
          word: t('shell.home'),
          onChoose: () => void navigate(paths.timeline),
        },
        {
          id: 'setting',
          icon: <IconSettings {...icon} />,
          word: t('shell.setting'),
          onChoose: () => void navigate(paths.spaceSetting),
        },
      ]}
    />
  );
}

function Sidebar() {
  const t = useTexts(shellTexts);
  const dispatch = useAppDispatch();
  const roomy = useRoomy();
  const folded = useFolded();
  const { staff } = useSession();
  const drafts = useCountDraftsQuery().data ?? 0;
  const nav = useRef<HTMLElement>(null);
  const awake = useAwake();
  return (
    <nav ref={nav} className={style.nav} aria-label={t('shell.nav')}>
      <div className={style.brand}>
        <Link to={paths.timeline} className={style.brandLink} aria-label="Engawa">
          <Logo />
          {folded ? null : <span>Engawa</span>}
        </Link>
        {roomy ? (
          <ActionIcon
            onClick={() => dispatch(navToggled())}
            aria-label={t(folded ? 'shell.unfold' : 'shell.fold')}
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
      <Link to={paths.search} className={style.search} data-hint={t('shell.search')}>
        <IconSearch {...icon} />
        <span className={`engawa-cut ${style.word}`}>{t('shell.search')}</span>
        {folded ? null : (
          <kbd aria-hidden="true">
            {/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
          </kbd>
        )}
      </Link>
      <Entry
        to={paths.today}
        icon={<IconSun {...icon} />}
        word={t('shell.today')}
        badge={<TodayBadge />}
      />
      <Entry
        to={paths.timeline}
        end
        also="/posts/"
        icon={<IconNotes {...icon} />}
        word={t('shell.timeline')}
      />
      <Entry to={paths.members} icon={<IconUsers {...icon} />} word={t('shell.members')} />
      <Entry to={paths.health} icon={<IconHeartHandshake {...icon} />} word={t('shell.health')} />
      <Entry to={paths.tasks} icon={<IconChecklist {...icon} />} word={t('shell.tasks')} />
      <Entry to={paths.staffs} icon={<IconId {...icon} />} word={t('shell.staffs')} />
      <Entry
        to={paths.dashboard}
        end
        icon={<IconChartBar {...icon} />}
        word={t('shell.dashboard')}
      />
      <Entry
        to={paths.notifications}
        icon={<IconBell {...icon} />}
        word={t('shell.notifications')}
        badge={<UnreadBadge />}
      />
      <Entry
        to={paths.drafts}
        icon={<IconPencil {...icon} />}
        word={t('shell.drafts')}
        badge={
          <CountBadge
            count={drafts}
            tone="quiet"
            label={t('shell.draftCount', { count: drafts })}
          />
        }
      />
      {folded ? null : <SidebarViews />}
      <Box mt="auto" pt={12}>
        <UserMenu>
          <button
            type="button"
            className={style.user}
            aria-label={t('shell.user', { name: staff.displayName })}
          >
            <StaffAvatar staff={staff} size={32} />
            {folded ? null : (
              <Stack component="span" gap={0} miw={0}>
                <span className="engawa-cut">{staff.displayName}</span>
                <small className="engawa-cut">{staff.jobTitle}</small>
              </Stack>
            )}
          </button>
        </UserMenu>
      </Box>
      <Suspense>{awake ? <NavHint nav={nav} folded={folded} /> : null}</Suspense>
    </nav>
  );
}

/** Sidebar and page. */
export function WideFrame() {
  const t = useTexts(shellTexts);
  const folded = useFolded();
  return (
    <div className={`${style.frame} ${folded ? style.folded : style.wide}`}>
      <a className={style.skip} href="#content">
        {t('shell.skip')}
      </a>
      <Sidebar />
      <main id="content" className={style.main} tabIndex={-1}>
        <OfflineBar />
        <LabelledContent />
      </main>
    </div>
  );
}
