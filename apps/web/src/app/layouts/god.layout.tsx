import { Box, Group } from '@mantine/core';
import { IconArrowLeft, IconBuildingCommunity } from '@tabler/icons-react';
import { Link, NavLink, Outlet } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { StaffAvatar } from '../../shared/avatar/person-avatar';
import { Tips } from '../../shared/display/tips';
import { useTexts } from '../../shared/intl/messages';
import { Logo } from '../../shared/layout/logo';
import { useNarrow } from '../../shared/layout/use-wide';
import { useSession } from '../../shared/session/use-session';
import { shellTexts } from '../shell.messages';
import style from './frame.module.css';
import { godFrameTexts } from './god.messages';
import { UserMenu } from './user-menu';

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

/** The layout of god's pages: god runs the installation, and no space surrounds that (IDN-10). */
export function GodLayout() {
  const t = useTexts(shellTexts);
  const words = useTexts(godFrameTexts);
  const narrow = useNarrow();
  const { staff } = useSession();
  const brand = (
    <Link to={paths.godSpaces} className={style.brandLink} aria-label={words('shell.god')}>
      <Logo size={narrow ? 24 : undefined} />
      <span>{words('shell.god')}</span>
    </Link>
  );
  const entries = (
    <>
      <NavLink to={paths.godSpaces} className={style.entry}>
        <IconBuildingCommunity {...icon} />
        <span className={`engawa-cut ${style.word}`}>{words('shell.god.spaces')}</span>
      </NavLink>
      <Link to={paths.timeline} className={style.entry}>
        <IconArrowLeft {...icon} />
        <span className={`engawa-cut ${style.word}`}>{words('shell.god.back')}</span>
      </Link>
    </>
  );
  const user = (
    <UserMenu>
      <button
        type="button"
        className={style.user}
        aria-label={t('shell.user', { name: staff.displayName })}
      >
        <StaffAvatar staff={staff} size={narrow ? 28 : 32} />
        {narrow ? null : <span className="engawa-cut">{staff.displayName}</span>}
      </button>
    </UserMenu>
  );
  if (narrow) {
    return (
      <div className={style.narrow}>
        <header>
          <div className={style.top}>
            {brand}
            <Box ml="auto">{user}</Box>
          </div>
          <Group component="nav" gap={4} px={8} pt={8} aria-label={words('shell.god.nav')}>
            {entries}
          </Group>
        </header>
        <main id="content" className={style.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    );
  }
  return (
    <div className={`${style.frame} ${style.wide}`}>
      <a className={style.skip} href="#content">
        {t('shell.skip')}
      </a>
      <nav className={style.nav} aria-label={words('shell.god.nav')}>
        <div className={style.brand}>{brand}</div>
        {entries}
        <Box mt="auto" pt={12}>
          {user}
        </Box>
      </nav>
      <main id="content" className={style.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Tips />
    </div>
  );
}
