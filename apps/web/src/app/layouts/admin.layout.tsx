import {
  IconArrowLeft,
  IconFileSpreadsheet,
  IconId,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useListLabelsQuery } from '../../shared/directory/directory.api';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { Logo } from '../../shared/ui/logo';
import { ProblemNotice, Waiting } from '../../shared/ui/states';
import { useHereInView } from '../../shared/ui/use-here-in-view';
import { APP_VERSION } from '../build-info';
import { shellTexts } from '../shell.messages';
import style from './frame.module.css';
import admin from './admin.module.css';

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

/** Parts of the space settings; each is `/admin/space_setting?part=…`. */
export const spaceSettingParts = [
  'basic',
  'types',
  'labels',
  'reactions',
  'export',
  'import',
  'integrations',
  'webhooks',
  'signIn',
  'tokens',
  'audit',
] as const;

function AdminSidebar() {
  const say = useTexts(shellTexts);
  const { space, permissions } = useSession();
  const { pathname, search } = useLocation();
  const part = new URLSearchParams(search).get('part') ?? 'basic';
  const mayOpen = (name: string) => name !== 'signIn' || permissions.includes('space.signIn');
  const nav = useHereInView(`${pathname} ${part}`);
  return (
    <nav ref={nav} className={style.nav} aria-label={say('shell.admin.nav')}>
      <div className={style.brand}>
        <Link to={paths.timeline} className={style.brandLink} aria-label="Engawa">
          <Logo />
          <span>{say('shell.admin')}</span>
        </Link>
      </div>
      <div className={style.space}>
        <span>{space.displayName}</span>
      </div>
      <NavLink to={paths.timeline} end className={style.entry}>
        <IconArrowLeft {...icon} />
        <span className={style.word}>{say('shell.admin.back')}</span>
      </NavLink>
      <div className={style.entry} aria-hidden="true">
        <IconSettings {...icon} />
        <span className={style.word}>{say('shell.admin.space')}</span>
      </div>
      {spaceSettingParts.filter(mayOpen).map((name) => (
        <Link
          key={name}
          to={`${paths.spaceSetting}?part=${name}`}
          className={`${style.entry} ${style.sub}`}
          aria-current={pathname === paths.spaceSetting && part === name ? 'page' : undefined}
        >
          <span className={style.word}>{say(`shell.admin.${name}`)}</span>
        </Link>
      ))}
      <NavLink to={paths.memberSetting} end className={style.entry}>
        <IconUsers {...icon} />
        <span className={style.word}>{say('shell.admin.members')}</span>
      </NavLink>
      <NavLink to={paths.memberCsv} className={style.entry}>
        <IconFileSpreadsheet {...icon} />
        <span className={style.word}>{say('shell.admin.memberCsv')}</span>
      </NavLink>
      <NavLink to={paths.staffSetting} className={style.entry}>
        <IconId {...icon} />
        <span className={style.word}>{say('shell.admin.staffs')}</span>
      </NavLink>
      <div className={style.foot}>
        <div className={style.links}>
          <Link to={paths.terms}>{say('shell.terms')}</Link>
          <Link to={paths.privacy}>{say('shell.privacy')}</Link>
          <span>{say('shell.version', { version: APP_VERSION })}</span>
        </div>
      </div>
    </nav>
  );
}

/** The layout of settings; waits for the space and its labels (specification). */
export function AdminLayout() {
  const say = useTexts(shellTexts);
  const labels = useListLabelsQuery();
  return (
    <div className={`${style.frame} ${style.wide} ${admin.frame}`}>
      <a className={style.skip} href="#content">
        {say('shell.skip')}
      </a>
      <AdminSidebar />
      <main id="content" className={style.main} tabIndex={-1}>
        {labels.data ? (
          <Outlet />
        ) : labels.error ? (
          <ProblemNotice error={labels.error} onRetry={() => void labels.refetch()} />
        ) : (
          <Waiting />
        )}
      </main>
    </div>
  );
}
