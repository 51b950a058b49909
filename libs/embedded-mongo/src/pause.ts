/** Said in the middle of long work: whoever runs it may serve others before it goes on. */
export const PAUSE = Symbol('pause');

/** Work that pauses now and then, and comes to a result. */
export type Pausing<T> = Generator<typeof PAUSE, T>;

/** Work goes on for so long without a pause, in milliseconds. */
const MAX_RUN_MS = 2;

/** A stretch of work between two pauses. */
export class Stretch {
  private began = performance.now();

  /** Pauses when the stretch has been long enough; then the next one begins. */
  *rest(): Pausing<void> {
    if (performance.now() - this.began < MAX_RUN_MS) return;
    yield PAUSE;
    this.began = performance.now();
  }
}

/** The results for all items, one by one. */
export function* pausingMap<Item, Result>(
  items: readonly Item[],
  resultOf: (item: Item) => Result,
): Pausing<Result[]> {
  const stretch = new Stretch();
  const results: Result[] = [];
  for (const item of items) {
    results.push(resultOf(item));
    yield* stretch.rest();
  }
  return results;
}

/** So many items are sorted or merged at once; less than a millisecond's work. */
const SORT_RUN_LENGTH = 512;

/** The items in order; equal ones stay in theirs. `items` is used up. */
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

/** The result of work that need not pause, because there is little of it. */
export function atOnce<T>(work: Pausing<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
