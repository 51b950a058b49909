import type { ReactNode } from 'react';
import { Pill } from '../display/pill';
import style from './person-head.module.css';

/** Heading of a person's page: avatar, name, facts, actions. */
export function PersonHead(props: {
  /** 64 pixels wide. */
  face: ReactNode;
  name: string;
  /** Reading of the name; shown above it. */
  kana?: string;
  /** State such as resigned or deactivated. */
  state?: string | null;
  /** Company and title; empty ones are omitted. */
  facts: readonly (string | null | undefined)[];
  /** A last line below the facts. */
  foot?: ReactNode;
  actions: ReactNode;
  /** Content below, over the full width. */
  children?: ReactNode;
}) {
  const facts = [...new Set(props.facts.filter(Boolean))];
  return (
    <header className={style.head}>
      {props.face}
      <div className={style.text}>
        {props.kana ? <p>{props.kana}</p> : null}
        <h1 className={style.name}>
          {props.name}
          {props.state ? <Pill>{props.state}</Pill> : null}
        </h1>
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
