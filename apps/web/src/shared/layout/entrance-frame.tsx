import type { FormEvent, ReactNode } from 'react';
import style from './entrance-frame.module.css';
import { Logo } from './logo';

/** A page with a single task, before or besides being signed in. */
export function EntranceFrame(props: {
  /** The page's name, or the product's. */
  name: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <main className={style.page}>
      <div className={style.card}>
        <div className={style.brand}>
          <Logo size={44} />
          {props.name}
          {props.lead ? <p className={style.lead}>{props.lead}</p> : null}
        </div>
        {props.children}
      </div>
    </main>
  );
}

/** The form of such a page in a card. */
export function EntranceForm(props: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      {props.children}
    </form>
  );
}
