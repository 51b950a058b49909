import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 3;

/** Divides work into slices of 3 ms, between which the event loop does other work. */
export class Slices {
  private began = performance.now();

  /** Whether the time of this slice is over; then `rest` is due. */
  isOver(): boolean {
    return performance.now() - this.began >= SLICE_MS;
  }

  /** Yields to the event loop, and begins the next slice. */
  async rest(): Promise<void> {
    await nextTurn();
    this.began = performance.now();
  }
}
