/** Origin of a stamp: the service that owns that side of the mirror. */
export type StampOrigin = 'timeline' | 'tasks';

const MILLIS_DIGITS = 15;
const COUNTER_DIGITS = 6;
const COUNTER_MAX = 10 ** COUNTER_DIGITS - 1;

/**
 * The next stamp of a hybrid logical clock: `{ms, 15 digits}-{counter, 6 digits}-{origin}`, larger
 * than every stamp in `seen`, whatever the machine's clock says. Compared as text. Pass all stamps
 * of the entity, so that the clock needs no state.
 */
export function nextStamp(origin: StampOrigin, seen: Iterable<string>, now = Date.now()): string {
  let millis = Math.max(0, Math.trunc(now));
  let counter = 0;
  for (const stamp of seen) {
    const last = parseStamp(stamp);
    if (last.millis > millis || (last.millis === millis && last.counter >= counter)) {
      millis = last.millis;
      counter = last.counter + 1;
    }
  }
  if (counter > COUNTER_MAX) {
    millis += 1;
    counter = 0;
  }
  return [
    String(millis).padStart(MILLIS_DIGITS, '0'),
    String(counter).padStart(COUNTER_DIGITS, '0'),
    origin,
  ].join('-');
}

function parseStamp(stamp: string): { millis: number; counter: number } {
  const [millis, counter] = stamp.split('-');
  return { millis: Number(millis), counter: Number(counter) };
}
