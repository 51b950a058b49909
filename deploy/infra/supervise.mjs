// Keeps a part of an installation running: what ends by itself is started again.
import { setTimeout as sleep } from 'node:timers/promises';

/** More deaths than this within the window end the installation. */
const LIMITS = { deaths: 5, windowMs: 120_000, firstPauseMs: 500 };

/**
 * Starts a part and starts it again whenever it ends by itself, after pauses that double. The first
 * start rejects where it fails.
 *
 * @template {{ pid: number, outcome(): string | null, kill(): Promise<void>, stop(): Promise<void> }} Part
 * @param {object} options
 * @param {string} options.name
 * @param {(onExit: (reason: string) => void) => Part | Promise<Part>} options.start
 * @param {(reason: string) => void} options.onGiveUp it died too often; it does not run any more
 * @param {(part: Part) => void} [options.onStart] after each start
 * @param {() => boolean} [options.active] whether a death is answered by a start; default: always
 * @param {(text: string) => void} [options.say]
 * @param {typeof LIMITS} [options.limits]
 */
export async function supervise({
  name,
  start,
  onGiveUp,
  onStart = () => {},
  active = () => true,
  say = () => {},
  limits = LIMITS,
}) {
  const stopping = new AbortController();
  let deaths = [];
  let restarting = null;
  let part;

  const begin = async () => {
    part = await start((reason) => {
      if (stopping.signal.aborted || restarting || !active()) return;
      restarting = restart(reason).finally(() => {
        restarting = null;
      });
    });
    onStart(part);
  };

  async function restart(firstReason) {
    for (let reason = firstReason; !stopping.signal.aborted;) {
      const now = Date.now();
      deaths = [...deaths.filter((at) => now - at < limits.windowMs), now];
      if (deaths.length > limits.deaths) {
        onGiveUp(`${reason}, for the ${deaths.length}th time within ${limits.windowMs / 1000} s`);
        return;
      }
      say(`${reason}; starting it again …`);
      await sleep(limits.firstPauseMs * 2 ** (deaths.length - 1), undefined, {
        signal: stopping.signal,
      }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await begin();
        if (part.outcome() === null) {
          say(`${name} runs again`);
          return;
        }
        reason = `${name} ${part.outcome()}`;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }

  await begin();
  return {
    name,
    /** The process that runs now. */
    current: () => part,
    outcome: () => part.outcome(),
    /** For tests: ends it as a crash would and starts it again, which counts as no death. */
    async killAndRestart(downMillis = 0) {
      while (restarting) await restarting;
      restarting = (async () => {
        await part.kill();
        await sleep(downMillis);
        await begin();
      })();
      try {
        await restarting;
      } finally {
        restarting = null;
      }
    },
    async stop() {
      stopping.abort();
      await restarting?.catch(() => {});
      await part.stop();
    },
  };
}
