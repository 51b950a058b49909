import { register } from 'prom-client';
import { watchQueue } from './work-metrics';

it('answers a scrape while the database hangs, with the figures of the others', async () => {
  jest.useFakeTimers();
  const hanging = new Promise<never>(() => undefined);
  const queues = [
    watchQueue('hangs', { running: () => 1, waiting: () => hanging, firstDueAt: () => hanging }),
    watchQueue('answers', {
      running: () => 0,
      waiting: async () => 7,
      firstDueAt: async () => null,
    }),
  ];
  const scrape = register.metrics();
  await jest.advanceTimersByTimeAsync(1_000);
  const text = await scrape;
  expect(text).toContain('engawa_work_waiting{queue="answers"} 7');
  expect(text).toContain('engawa_work_running{queue="hangs"} 1');
  expect(text).not.toContain('engawa_work_waiting{queue="hangs"}');
  for (const queue of queues) queue.stop();
  jest.useRealTimers();
});
