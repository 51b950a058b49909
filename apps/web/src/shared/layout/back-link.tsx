import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import style from './back-link.module.css';

/** Link back to the list of a page. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={style.back}>
      <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
      {children}
    </Link>
  );
}
