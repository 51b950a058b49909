import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/address/paths';
import { useTexts } from '../../shared/intl/messages';
import { usePageTitle } from '../../shared/ui/page-frame';
import { Logo } from '../../shared/ui/logo';
import { shellTexts } from '../shell.messages';
import style from './not-found.module.css';

/** The document title in every language (specification, section 8). */
const TITLE = 'This page could not be found';

/** Unknown addresses (specification, section 8). */
export function NotFoundPage() {
  const say = useTexts(shellTexts);
  usePageTitle(TITLE);
  return (
    <main className={style.page}>
      <Logo size={40} />
      <h1 className={style.title}>{say('shell.notFound.title')}</h1>
      <p className={style.text}>{say('shell.notFound.text')}</p>
      <Button component={Link} to={paths.timeline}>
        {say('shell.notFound.home')}
      </Button>
    </main>
  );
}
