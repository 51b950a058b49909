import type { ReactNode } from 'react';
import { PageFrame } from './page-frame';
import style from './part.module.css';

/** A page of the settings: its only heading, a line of explanation, and the form or list. */
export function SettingPage(props: {
  title: string;
  lead?: string;
  /** A table that needs the whole block. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <PageFrame title={props.title} reading={!props.wide}>
      {props.lead ? <p className={style.lead}>{props.lead}</p> : null}
      <section aria-label={props.title}>{props.children}</section>
    </PageFrame>
  );
}
