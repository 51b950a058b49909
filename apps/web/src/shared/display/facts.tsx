import { Fragment, type ReactNode } from 'react';
import style from './facts.module.css';

/** Terms and what stands for them; facts without a value are left out. */
export function Facts(props: { label?: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={style.facts} aria-label={props.label}>
      {props.facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([term, value]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
