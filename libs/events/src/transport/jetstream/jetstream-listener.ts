import type { EventMetrics } from '../../event-metrics';
import type { EventListener } from '../event-transport';
import { JetStreamTerm, type TermSurroundings } from './jetstream-term';
import { Lease } from './lease';

/** One listening service of this process: reads while it holds the service's lease. */
export class JetStreamListener {
  private readonly stopping = new AbortController();
  private term: JetStreamTerm | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly listener: EventListener,
    private readonly surroundings: TermSurroundings,
    private readonly metrics: EventMetrics,
  ) {}

  start(): void {
    this.running = this.run();
  }

  interrupt(): void {
    this.term?.interrupt();
  }

  restart(): void {
    this.term?.restart();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { names, replicas, connected, line } = this.surroundings;
    const { signal } = this.stopping;
    const lease = new Lease(names.leases(), this.listener.service, replicas, connected, line);
    while (await lease.acquire(signal)) {
      this.term = new JetStreamTerm(this.listener, this.surroundings, this.metrics);
      this.term.start();
      await lease.hold(signal);
      await this.term.stop();
      this.term = null;
      await lease.release();
    }
  }
}
