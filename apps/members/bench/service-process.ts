import { startBenchService } from './bench-service';

/**
 * The service alone in a process, so that its memory is measured and not that of whoever asks it.
 * Messages: `measure` forgets the past and answers where memory stands, `peak` how far it came.
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
