import { type ReactNode, useId } from 'react';
import style from './part.module.css';

/** A section of a page with a heading and a line of explanation. */
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
