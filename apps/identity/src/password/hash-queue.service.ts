import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { expectedWait, hashConcurrency, MAX_WAIT_MS, type HashLoad } from './hash-queue.rules';
import { TooManyHashes } from './password.errors';

/** Weight of the latest duration in the moving average. */
const AVERAGE_WEIGHT = 0.2;

/** A place in the queue. */
export interface HashPlace {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Releases the place; does nothing if it was used. */
  release(): void;
}

/**
 * Limits concurrent hashes. A flood of sign-ins fills this queue instead of libuv's pool, and is
 * rejected immediately when the wait would be long.
 */
@Injectable()
export class HashQueueService {
  private readonly concurrency = hashConcurrency(availableParallelism());
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private reserved = 0;
  private duration = 0;

  /** @throws TooManyHashes if one more would wait too long */
  refuseIfFull(): void {
    const wait = expectedWait(this.load);
    if (wait > MAX_WAIT_MS) throw new TooManyHashes(wait);
  }

  /** @throws TooManyHashes */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return this.reserve().run(work);
  }

  /**
   * Reserves a place for work that starts a little later. It must be run or released.
   * @throws TooManyHashes
   */
  reserve(): HashPlace {
    this.refuseIfFull();
    this.reserved += 1;
    let isHeld = true;
    const release = () => {
      if (isHeld) this.reserved -= 1;
      isHeld = false;
    };
    return {
      release,
      run: (work) => {
        release();
        return this.enter(work);
      },
    };
  }

  private async enter<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running += 1;
    // A finished hash hands over its slot.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    const begin = performance.now();
    try {
      return await work();
    } finally {
      this.observe(performance.now() - begin);
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private get load(): HashLoad {
    const { running, concurrency, duration } = this;
    return { running, waiting: this.waiting.length + this.reserved, concurrency, duration };
  }

  private observe(duration: number): void {
    this.duration =
      this.duration === 0 ? duration : this.duration + AVERAGE_WEIGHT * (duration - this.duration);
  }
}
