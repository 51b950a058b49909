import { Logger } from '@nestjs/common';
import { BackgroundLoop } from './background-loop';

const HOUR = 3_600_000;
Logger.overrideLogger(false);
const loops: BackgroundLoop[] = [];

function begin(round: (signal: AbortSignal) => Promise<boolean | void>, every = HOUR) {
  const loop = new BackgroundLoop({ name: 'Test', intervalMs: every, round });
  loops.push(loop);
  loop.start();
  return loop;
}

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});

/** Counts rounds; `reached(n)` resolves with the n-th. */
function counter() {
  let rounds = 0;
  const waiting: { at: number; resolve: () => void }[] = [];
  return {
    get rounds() {
      return rounds;
    },
    count() {
      rounds += 1;
      for (const { at, resolve } of waiting) if (rounds >= at) resolve();
    },
    reached: (at: number) =>
      new Promise<void>((resolve) => (rounds >= at ? resolve() : waiting.push({ at, resolve }))),
  };
}

describe('BackgroundLoop', () => {
  it('runs a round at the start and waits to be woken for the next', async () => {
    const seen = counter();
    const loop = begin(async () => seen.count());
    await seen.reached(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen.rounds).toBe(1);
    loop.wake();
    await seen.reached(2);
  });

  it('runs the next round at once while work is left', async () => {
    const seen = counter();
    begin(async () => {
      seen.count();
      return seen.rounds < 5;
    });
    await seen.reached(5);
  });

  it('runs another round after a wake-up during one', async () => {
    const seen = counter();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const loop = begin(async () => {
      seen.count();
      if (seen.rounds === 1) await held;
    });
    await seen.reached(1);
    loop.wake();
    letGo();
    await seen.reached(2);
  });

  it('runs again at its interval, also after an error', async () => {
    const seen = counter();
    begin(async () => {
      seen.count();
      throw new Error('not now');
    }, 1);
    await seen.reached(3);
  });

  it('stops after the running round, whose signal is aborted', async () => {
    const seen = counter();
    const loop = begin(async (signal) => {
      seen.count();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return true;
    });
    await seen.reached(1);
    await loop.stop();
    expect(seen.rounds).toBe(1);
  });
});
