import type { ReactNode } from 'react';
import { EntranceFrame } from '../../shared/layout/entrance-frame';
import { usePageTitle } from '../../shared/layout/page-frame';
import style from './account.module.css';

/** A page with a single task, before or besides being signed in. */
export function AccountFrame(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <EntranceFrame name={<h1 className={style.title}>{props.title}</h1>} lead={props.lead}>
      {props.children}
    </EntranceFrame>
  );
}
