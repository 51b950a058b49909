import type { ReactNode } from 'react';
import { Logo } from '../../shared/ui/logo';
import { usePageTitle } from '../../shared/ui/page-frame';
import style from './account.module.css';

/** A page with one thing to do, before or beside being signed in. */
export function AccountFrame(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <main className={style.page}>
      <div className={style.card}>
        <div className={style.brand}>
          <Logo size={40} />
          <h1 className={style.title}>{props.title}</h1>
          {props.lead ? <p className={style.lead}>{props.lead}</p> : null}
        </div>
        {props.children}
      </div>
    </main>
  );
}
