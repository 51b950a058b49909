import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import type { EventMetrics } from '../event-metrics';
import type { DeadLetter, EventListener } from '../transport/event-transport';
import { AggregateQueue } from './aggregate-queue';

export interface EventApplierOptions {
  concurrency: number;
  maxAttempts: number;
  pause?: (attempt: number) => number;
  /** Stores a dead letter; resolves when it is durable. */
  keep(letter: DeadLetter): Promise<void>;
}

const KEEP_RETRY_MS = 1_000;
const MAX_RAW_LENGTH = 100_000;

/**
 * Applies delivered events to a service: retries, gives up, and stores dead letters. A message may
 * be acknowledged when all its events returned true.
 */
export class EventApplier {
  private readonly logger = new Logger('Events');
  private readonly queue: AggregateQueue;
  private readonly stopping = new AbortController();

  constructor(
    private readonly listener: EventListener,
    private readonly options: EventApplierOptions,
    private readonly metrics: EventMetrics,
  ) {
    const { service } = listener;
    this.queue = new AggregateQueue({
      ...options,
      handle: (event) => listener.handle(event),
      onRetry: (event, error, attempt) => {
        metrics.retried(service, event.name);
        this.logger.warn(
          `${service}: ${event.name} ${event.id} failed (attempt ${attempt}): ${reasonOf(error)}`,
        );
      },
    });
  }

  /** False when the service stops before the event is applied or stored as a dead letter. */
  async apply(event: EventEnvelope): Promise<boolean> {
    const { service } = this.listener;
    const outcome = await this.queue.push(event);
    if (outcome.kind === 'stopped') return false;
    if (outcome.kind === 'dead') {
      return this.giveUp({ event }, reasonOf(outcome.error), outcome.attempts);
    }
    this.metrics.handled(service, event.name, Date.now() - Date.parse(event.at));
    return true;
  }

  /** Stores an invalid message as a dead letter; false when the service stops before that. */
  reject(raw: string, reason: string): Promise<boolean> {
    return this.giveUp({ event: null, raw: raw.slice(0, MAX_RAW_LENGTH) }, reason, 0);
  }

  /** Starts nothing new and waits for events in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.queue.stop();
  }

  private async giveUp(
    what: Pick<DeadLetter, 'event' | 'raw'>,
    reason: string,
    attempts: number,
  ): Promise<boolean> {
    const { service } = this.listener;
    const { signal } = this.stopping;
    const name = typeof what.event?.name === 'string' ? what.event.name : 'malformed';
    this.logger.error(`${service}: gave up on ${name} ${what.event?.id ?? ''}: ${reason}`);
    const letter = { service, ...what, reason, attempts, at: new Date().toISOString() };
    while (!signal.aborted) {
      try {
        await this.options.keep(letter);
        this.metrics.dead(service, name);
        return true;
      } catch (error) {
        this.logger.error(`${service}: dead letter not kept yet: ${String(error)}`);
        await sleep(KEEP_RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.name}: ${error.message}`.slice(0, 2_000);
}
