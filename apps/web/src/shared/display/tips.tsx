import { Suspense } from 'react';
import { lazyPart, useAwake } from '../lazy/lazy-part';

const TipHost = lazyPart(async () => (await import('./tip-host')).TipHost);

/** Tooltips of a layout, loaded with the first input. */
export function Tips() {
  return <Suspense fallback={null}>{useAwake() ? <TipHost /> : null}</Suspense>;
}
