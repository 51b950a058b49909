// Keeps a part of an installation running: restarts it when it exits.
import { setTimeout as sleep } from 'node:timers/promises';

/** More exits than this within the window end the installation. */
const LIMITS = { deaths: 5, windowMs: 120_000, firstPauseMs: 500 };

/**
 * Starts a part and restarts it whenever it exits, with exponential backoff. Rejects if the first
 * start fails.
 *
 * @template {{ pid: number, outcome(): string | null, kill(): Promise<void>, stop(): Promise<void> }} Part
 * @param {object} options
 * @param {string} options.name
 * @param {(onExit: (reason: string) => void) => Part | Promise<Part>} options.start
 * @param {(reason: string) => void} options.onGiveUp it exited too often and is not restarted
 * @param {(part: Part) => void} [options.onStart] after each start
 * @param {() => boolean} [options.active] whether an exit causes a restart; default: always
 * @param {(text: string) => void} [options.print]
 * @param {typeof LIMITS} [options.limits]
 */
export async function supervise({
  name,
  start,
  onGiveUp,
  onStart = () => {},
  active = () => true,
  print = () => {},
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
      print(`${reason}; starting it again …`);
      await sleep(limits.firstPauseMs * 2 ** (deaths.length - 1), undefined, {
        signal: stopping.signal,
      }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await begin();
        if (part.outcome() === null) {
          print(`${name} runs again`);
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
    /** The current process. */
    current: () => part,
    outcome: () => part.outcome(),
    /** For tests: kills it like a crash and restarts it; not counted as an exit. */
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
