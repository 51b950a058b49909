import { Counter, Gauge, register } from 'prom-client';

interface Watched {
  running(): number;
  waiting(): Promise<number>;
  firstDueAt(): Promise<Date | null>;
}

/** Queues of this process, by name. */
const watched = new Map<string, Watched>();

/** How long a scrape waits for a figure from the database. */
const READ_LIMIT_MS = 500;

function gauge(
  name: string,
  help: string,
  read: (queue: Watched) => number | Promise<number>,
): void {
  const own: Gauge<'queue'> = new Gauge({
    name,
    help,
    labelNames: ['queue'],
    collect: async () => {
      await Promise.all(
        [...watched].map(async ([queue, its]) => {
          try {
            own.set({ queue }, await withinLimit(read(its)));
          } catch {
            // The database is away or hangs: the last figure stays.
          }
        }),
      );
    },
  });
}

/** Rejects after the limit: a database that hangs must not keep all metrics from being scraped. */
async function withinLimit<T>(answer: T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), READ_LIMIT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function overdueSeconds(queue: Watched): Promise<number> {
  const first = await queue.firstDueAt();
  return first === null ? 0 : Math.max(0, (Date.now() - first.getTime()) / 1_000);
}

/** Created once per process; gauges read the database only when metrics are scraped. */
function attemptCounter(): Counter<'queue' | 'outcome'> {
  const name = 'engawa_work_attempts_total';
  const known = register.getSingleMetric(name) as ReturnType<typeof attemptCounter> | undefined;
  if (known) return known;
  gauge('engawa_work_waiting', 'Work that waits or is under way, as far as 100,000', (queue) =>
    queue.waiting(),
  );
  gauge(
    'engawa_work_oldest_seconds',
    'For how long the first waiting work has been due; 0 where none is',
    overdueSeconds,
  );
  gauge('engawa_work_running', 'Attempts under way', (queue) => queue.running());
  return new Counter({
    name,
    help: 'Attempts that ended, by outcome: done, later (the work must wait) or failed',
    labelNames: ['queue', 'outcome'],
  });
}

/** Exposes a queue in the metrics until the returned function is called. */
export function watchQueue(queue: string, its: Watched) {
  const attempts = attemptCounter();
  watched.set(queue, its);
  return {
    count: (outcome: 'done' | 'later' | 'failed') => attempts.inc({ queue, outcome }),
    stop: () => {
      if (watched.get(queue) === its) watched.delete(queue);
    },
  };
}
