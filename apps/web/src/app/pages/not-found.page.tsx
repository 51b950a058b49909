import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { usePageTitle } from '../../shared/layout/page-frame';
import { Logo } from '../../shared/layout/logo';
import { useMaybeSession } from '../../shared/session/use-session';
import { notFoundTexts } from './not-found.messages';
import style from './not-found.module.css';

/** The document title in every language (specification, section 8). */
const TITLE = 'This page could not be found';

/** Unknown addresses (specification, section 8). */
export function NotFoundPage() {
  const t = useTexts(notFoundTexts);
  const navigate = useNavigate();
  const session = useMaybeSession();
  usePageTitle(TITLE);
  return (
    <main className={style.page}>
      <Logo size={40} />
      <h1 className={style.title}>{t('notFound.title')}</h1>
      <p className={style.text}>{t('notFound.text')}</p>
      <Group gap={8} align="stretch" justify="center">
        <Button component={Link} to={paths.timeline}>
          {t('notFound.home')}
        </Button>
        {session ? (
          <Button component={Link} to={paths.search} variant="default">
            {t('notFound.search')}
          </Button>
        ) : null}
        {session && window.history.length > 1 ? (
          <Button variant="subtle" color="gray" onClick={() => void navigate(-1)}>
            {t('notFound.back')}
          </Button>
        ) : null}
      </Group>
    </main>
  );
}
