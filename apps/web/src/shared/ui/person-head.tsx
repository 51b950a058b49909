import type { ReactNode } from 'react';
import { Pill } from './pill';
import style from './person-head.module.css';

/** The head of a person's page: face, name, who they are, and what can be done. */
export function PersonHead(props: {
  /** 64 pixels wide. */
  face: ReactNode;
  name: string;
  /** How the name is read aloud; stands above it. */
  kana?: string;
  /** Why they are not here as usual, if so. */
  state?: string | null;
  /** Company and title, or what the job is called; empty ones are left out. */
  facts: readonly (string | null | undefined)[];
  /** A last line below the facts. */
  foot?: ReactNode;
  actions: ReactNode;
  /** Stands below, over the whole width. */
  children?: ReactNode;
}) {
  const facts = [...new Set(props.facts.filter(Boolean))];
  return (
    <header className={style.head}>
      {props.face}
      <div className={style.text}>
        {props.kana ? <p>{props.kana}</p> : null}
        <h2 className={style.name}>
          {props.name}
          {props.state ? <Pill>{props.state}</Pill> : null}
        </h2>
        {facts.length > 0 ? (
          <p className={style.line}>
            {facts.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        ) : null}
        {props.foot ? <p>{props.foot}</p> : null}
      </div>
      <div className={style.actions}>{props.actions}</div>
      {props.children ? <div className={style.below}>{props.children}</div> : null}
    </header>
  );
}
