import { startBenchService } from './bench-service';

/**
 * The service alone in a process, so that only its memory is measured. Messages: `measure` resets
 * the peak and returns the current memory, `peak` returns the peak.
 */
async function main(): Promise<void> {
  const bench = await startBenchService();
  let peak = 0;
  setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 25).unref();
  process.on('message', (message) => {
    if (message === 'measure') {
      globalThis.gc?.();
      peak = process.memoryUsage().rss;
    }
    process.send!({ rss: Math.max(peak, process.memoryUsage().rss) });
  });
  process.once('SIGTERM', () => void bench.stop().then(() => process.exit(0)));
  process.send!({ url: bench.url, token: bench.token, database: bench.database });
}

void main();
