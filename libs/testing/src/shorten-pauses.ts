import { BackgroundJob, discoveryOf, type RunningService } from '@engawa/service-kit';

/**
 * Lets the background jobs of a service start a round as soon as they are woken, for tests that wait
 * for many rounds. The interval of rounds without a wake-up stays.
 */
export function shortenPauses({ app }: RunningService): void {
  for (const { instance } of discoveryOf(app).getProviders()) {
    if (instance instanceof BackgroundJob) {
      instance.changePauses({ debounceMs: 10, restFactor: 0 });
    }
  }
}
