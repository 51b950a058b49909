import { rem } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import style from './facts.module.css';

/** Terms and what stands for them; facts without a value are left out. */
export function Facts(props: {
  label?: string;
  /** Of the terms on a wide screen, in pixels at the usual font size. */
  termWidth?: number;
  /** The values are controls: each is centred in a row of equal height. */
  controls?: boolean;
  facts: readonly (readonly [string, ReactNode])[];
}) {
  const { termWidth } = props;
  return (
    <dl
      className={style.facts}
      style={termWidth === undefined ? undefined : { '--terms': rem(termWidth) }}
      data-controls={props.controls}
      aria-label={props.label}
    >
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
