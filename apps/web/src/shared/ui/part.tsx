import { type ReactNode, useId } from 'react';
import style from './part.module.css';

/** A part of a page under a heading of its own, with a line on what it is for. */
export function Part(props: {
  title: string;
  lead?: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`${style.part} ${props.className ?? ''}`} aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.lead ? <p className={style.lead}>{props.lead}</p> : null}
      {props.children}
    </section>
  );
}
