import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import type { Consumer, EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { EventMetrics } from '../../event-metrics';
import { AggregateQueue } from '../../listener/aggregate-queue';
import type { DeadLetter, EventListener } from '../event-transport';

export interface KafkaListenerOptions {
  concurrency: number;
  maxAttempts: number;
  pause?: (attempt: number) => number;
  /** Keeps a dead letter; resolves when it is durable. */
  bury(letter: DeadLetter): Promise<void>;
}

const HEARTBEAT_MS = 2_000;

/**
 * Applies a service's events from its consumer group. A partition's offset moves on only when the
 * whole batch was applied; within it, aggregates run side by side and each in order.
 */
export class KafkaListener {
  private readonly logger = new Logger('Events');
  private readonly queue: AggregateQueue;

  constructor(
    private readonly listener: EventListener,
    private readonly options: KafkaListenerOptions,
    private readonly metrics: EventMetrics,
  ) {
    this.queue = new AggregateQueue({
      concurrency: options.concurrency,
      maxAttempts: options.maxAttempts,
      pause: options.pause,
      handle: (event) => listener.handle(event),
      onRetry: (event, error, attempt) => {
        metrics.retried(listener.service, event.name);
        this.logger.warn(
          `${listener.service}: ${event.name} ${event.id} failed (try ${attempt}): ${String(error)}`,
        );
      },
    });
  }

  async run(consumer: Consumer): Promise<void> {
    await consumer.run({
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 8,
      eachBatch: (payload) => this.applyBatch(payload),
    });
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  private async applyBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, commitOffsetsIfNecessary } = payload;
    // A failing event may take longer than the session: the group must not think us dead.
    const beat = setInterval(() => void heartbeat().catch(() => undefined), HEARTBEAT_MS);
    try {
      const applied = await Promise.all(batch.messages.map((message) => this.apply(message)));
      if (applied.includes(false)) return;
      resolveOffset(batch.lastOffset());
      await commitOffsetsIfNecessary();
    } finally {
      clearInterval(beat);
    }
  }

  /** False when the listener stopped before that. */
  private async apply(message: KafkaMessage): Promise<boolean> {
    let event: EventEnvelope;
    try {
      event = JSON.parse(message.value!.toString()) as EventEnvelope;
      if (!this.listener.names.includes(event.name)) return true;
    } catch (error) {
      this.logger.error(`offset ${message.offset} holds no event: ${String(error)}`);
      return true;
    }
    const { service } = this.listener;
    const outcome = await this.queue.push(event);
    if (outcome.kind === 'stopped') return false;
    if (outcome.kind === 'handled') {
      this.metrics.handled(service, event.name, Date.now() - Date.parse(event.at));
      return true;
    }
    const { error, attempts } = outcome;
    const reason =
      error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 2_000) : String(error);
    this.logger.error(`${service}: gave up on ${event.name} ${event.id}: ${reason}`);
    await this.options.bury({ service, event, reason, attempts, at: new Date().toISOString() });
    this.metrics.dead(service, event.name);
    return true;
  }
}
