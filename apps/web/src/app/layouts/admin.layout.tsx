import { Box, Group } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { Tips } from '../../shared/display/tips';
import { BackLink } from '../../shared/layout/back-link';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { useSession } from '../../shared/session/use-session';
import { Logo } from '../../shared/layout/logo';
import { usePageTitle } from '../../shared/layout/page-frame';
import { useNarrow } from '../../shared/layout/use-wide';
import { APP_VERSION } from '../build-info';
import { shellTexts } from '../shell.messages';
import style from './frame.module.css';
import admin from './admin.module.css';
import { adminTexts } from './admin.messages';
import { LabelledContent } from './labelled-content';

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;
const part = (name: string) => `${paths.spaceSetting}?part=${name}`;

/** All pages of the settings in their order, in groups; `also` are addresses that belong to a page. */
const groups = [
  [
    { name: 'basic', to: part('basic'), also: [paths.spaceSetting] },
    { name: 'types', to: part('types') },
    { name: 'fields', to: part('fields') },
    { name: 'labels', to: part('labels') },
    { name: 'templates', to: part('templates') },
    { name: 'reactions', to: part('reactions') },
  ],
  [
    { name: 'members', to: paths.memberSetting },
    { name: 'staffs', to: paths.staffSetting },
    { name: 'export', to: part('export'), also: [part('import'), paths.memberCsv] },
  ],
  [
    { name: 'integrations', to: part('integrations') },
    { name: 'webhooks', to: part('webhooks') },
    { name: 'tokens', to: part('tokens') },
  ],
  [
    { name: 'signIn', to: part('signIn') },
    { name: 'audit', to: part('audit') },
  ],
] as const satisfies readonly {
  name: string;
  to: string;
  also?: readonly string[];
}[][];

/** The address of the current page among the settings. */
function useSettingAddress(): string {
  const { pathname, search } = useLocation();
  const name = new URLSearchParams(search).get('part');
  return pathname === paths.spaceSetting && name ? part(name) : pathname;
}

/** The list of all pages of the settings. */
function SettingPages() {
  const words = useTexts(adminTexts);
  const { permissions } = useSession();
  const address = useSettingAddress();
  const mayOpen = (name: string) => name !== 'signIn' || permissions.includes('space.signIn');
  return groups.map((pages) => (
    <div key={pages[0].name} className={admin.group}>
      {pages
        .filter(({ name }) => mayOpen(name))
        .map((page) => {
          const also: readonly string[] = 'also' in page ? page.also : [];
          return (
            <Link
              key={page.name}
              to={page.to}
              className={style.entry}
              aria-current={page.to === address || also.includes(address) ? 'page' : undefined}
            >
              <span className={`engawa-cut ${style.word}`}>
                {words(`shell.admin.${page.name}`)}
              </span>
              <IconChevronRight className={admin.onward} {...icon} size={18} />
            </Link>
          );
        })}
    </div>
  ));
}

function AdminNav() {
  const words = useTexts(adminTexts);
  const { space } = useSession();
  return (
    <nav className={style.nav} aria-label={words('shell.admin.nav')}>
      <div className={style.brand}>
        <Link to={paths.timeline} className={style.brandLink} aria-label="Engawa">
          <Logo />
          <span>{words('shell.admin')}</span>
        </Link>
      </div>
      <div className={style.space}>
        <span className="engawa-two-lines">{space.displayName}</span>
      </div>
      <NavLink to={paths.timeline} end className={style.entry}>
        <IconArrowLeft {...icon} />
        <span className={`engawa-cut ${style.word}`}>{words('shell.admin.back')}</span>
      </NavLink>
      <SettingPages />
      <Box mt="auto" pt={12}>
        <Group gap="4px 12px" px={10} fz="xs" c="dimmed">
          <Link to={paths.terms}>{words('shell.terms')}</Link>
          <Link to={paths.privacy}>{words('shell.privacy')}</Link>
          <span>{words('shell.version', { version: APP_VERSION })}</span>
        </Group>
      </Box>
    </nav>
  );
}

/** On a phone the list is a page of its own. */
function SettingList() {
  const words = useTexts(adminTexts);
  usePageTitle(words('shell.admin'));
  return (
    <div className={admin.list}>
      <BackLink to={paths.timeline}>{words('shell.admin.back')}</BackLink>
      <h1>{words('shell.admin')}</h1>
      <nav aria-label={words('shell.admin.nav')}>
        <SettingPages />
      </nav>
    </div>
  );
}

/** The layout of settings: a list of pages, and the open one. */
export function AdminLayout() {
  const t = useTexts(shellTexts);
  const words = useTexts(adminTexts);
  const narrow = useNarrow();
  const showsList = useSettingAddress() === paths.spaceSetting;
  if (narrow) {
    return (
      <main id="content" className={style.main} style={{ height: '100dvh' }} tabIndex={-1}>
        {showsList ? (
          <SettingList />
        ) : (
          <>
            <Box pt={12} px={16}>
              <BackLink to={paths.spaceSetting}>{words('shell.admin')}</BackLink>
            </Box>
            <LabelledContent />
          </>
        )}
      </main>
    );
  }
  return (
    <div className={`${style.frame} ${style.wide}`}>
      <a className={style.skip} href="#content">
        {t('shell.skip')}
      </a>
      <AdminNav />
      <main id="content" className={style.main} tabIndex={-1}>
        <LabelledContent />
      </main>
      <Tips />
    </div>
  );
}
