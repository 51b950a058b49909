/** Yielded during long work, so that the caller can serve others. */
export const PAUSE = Symbol('pause');

/** Work with pauses and a result. */
export type Pausing<T> = Generator<typeof PAUSE, T>;

/** Longest run without a pause. */
const MAX_RUN_MS = 2;

/** The time since the last pause. */
export class Stretch {
  private began = performance.now();

  /** Pauses if the run was long enough. */
  *rest(): Pausing<void> {
    if (performance.now() - this.began < MAX_RUN_MS) return;
    yield PAUSE;
    this.began = performance.now();
  }
}

/** Items sorted or merged without a pause; less than a millisecond. */
const SORT_RUN_LENGTH = 512;

/** A stable sort with pauses. Consumes `items`. */
export function* pausingSort<Item>(
  items: Item[],
  compare: (a: Item, b: Item) => number,
): Pausing<Item[]> {
  if (items.length <= SORT_RUN_LENGTH) return items.sort(compare);
  const stretch = new Stretch();
  const { length } = items;
  let from: Item[] = [];
  for (let at = 0; at < length; at += SORT_RUN_LENGTH) {
    for (const item of items.slice(at, at + SORT_RUN_LENGTH).sort(compare)) from.push(item);
    yield* stretch.rest();
  }
  let to = items;
  for (let width = SORT_RUN_LENGTH; width < length; width *= 2) {
    for (let low = 0; low < length; low += 2 * width) {
      const middle = Math.min(low + width, length);
      const high = Math.min(middle + width, length);
      let left = low;
      let right = middle;
      for (let at = low; at < high; at++) {
        const isLeft = left < middle && (right >= high || compare(from[left]!, from[right]!) <= 0);
        to[at] = isLeft ? from[left++]! : from[right++]!;
        if (at % SORT_RUN_LENGTH === 0) yield* stretch.rest();
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Runs short work without pauses. */
export function atOnce<T>(work: Pausing<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
