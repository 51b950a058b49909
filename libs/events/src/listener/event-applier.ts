import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@engawa/contracts';
import { isStoreAway, Slots } from '@engawa/service-kit';
import { aggregateKey } from '../envelope/aggregate-key';
import { ageOf, eventMetrics } from '../event-metrics';
import { growingPause, newStopping, reasonOf, retry, unlessAborted } from '../retry';
import { decodeMessage } from '../transport/event-message';
import type { DeadLetter, EventListener } from '../transport/event-transport';

export interface EventApplierOptions {
  /** Events of different aggregates that are applied at the same time; default 128. */
  concurrency?: number;
  /** Attempts before an event is given up, 8 by default. Failures of the environment do not count. */
  maxAttempts?: number;
  /** Delay after the n-th failed attempt (from 1), in ms. */
  pause?: (attempt: number) => number;
  /** Stores a dead letter; resolves when it is durable. */
  keep(letter: DeadLetter): Promise<unknown>;
}

const MAX_RAW_LENGTH = 100_000;

/**
 * Applies delivered events to a service: in order per aggregate and concurrently across aggregates.
 * While an event is retried, later ones of its aggregate wait and others continue. What can never be
 * applied becomes a dead letter.
 */
export class EventApplier {
  private readonly logger = new Logger('Events');
  /** The last event of each aggregate that is in progress. */
  private readonly tails = new Map<string, Promise<boolean>>();
  private readonly slots: Slots;
  private readonly stopping = newStopping();

  constructor(
    private readonly listener: EventListener,
    private readonly options: EventApplierOptions,
  ) {
    this.slots = new Slots(options.concurrency ?? 128);
  }

  /**
   * True when each event of the message is applied or stored as a dead letter, so that the message
   * may be acknowledged; false when the service stops before. `name`: of all its events, if known.
   */
  async applyMessage(data: Uint8Array, name: string | null = null): Promise<boolean> {
    const { events, malformed } = decodeMessage(data, name);
    const outcomes = await Promise.all([
      ...malformed.map(({ raw, reason }) => this.reject(raw, reason)),
      ...events
        .filter((event) => this.listener.names.includes(event.name))
        .map((event) => this.apply(event)),
    ]);
    return outcomes.every(Boolean);
  }

  /** False when the service stops before the event is applied or stored as a dead letter. */
  apply(event: EventEnvelope): Promise<boolean> {
    const key = aggregateKey(event);
    const tail = this.tails.get(key);
    const work = tail ? tail.then(() => this.attempt(event)) : this.attempt(event);
    this.tails.set(key, work);
    void work.finally(() => {
      if (this.tails.get(key) === work) this.tails.delete(key);
    });
    return work;
  }

  /** Stores an invalid message as a dead letter; false when the service stops before that. */
  reject(raw: string, reason: string): Promise<boolean> {
    return this.giveUp({ event: null, raw: raw.slice(0, MAX_RAW_LENGTH) }, reason, 0);
  }

  /** Number of aggregates with events in progress. */
  get size(): number {
    return this.tails.size;
  }

  /** Starts nothing new and waits for events in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.tails.values());
  }

  private async attempt(event: EventEnvelope): Promise<boolean> {
    const { maxAttempts = 8, pause = growingPause } = this.options;
    const { service } = this.listener;
    const { signal } = this.stopping;
    const labels = { service, event: event.name };
    let counted = 0;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        return await this.slots.run(() => this.handle(event));
      } catch (error) {
        if (!isTransient(error)) counted += 1;
        if (counted >= maxAttempts || isPermanent(error)) {
          return this.giveUp({ event }, reasonOf(error), attempt);
        }
        eventMetrics.retried.inc(labels);
        const what = `${service}: ${event.name} ${event.id} failed (attempt ${attempt})`;
        this.logger.warn(`${what}: ${reasonOf(error)}`);
      }
      // The delay does not occupy a slot: other aggregates continue.
      await sleep(pause(attempt), undefined, { signal }).catch(() => undefined);
    }
    return false;
  }

  private async handle(event: EventEnvelope): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    await this.listener.handle(event);
    const labels = { service: this.listener.service, event: event.name };
    eventMetrics.handled.inc(labels);
    eventMetrics.delay.observe(labels, ageOf(event));
    return true;
  }

  private async giveUp(
    what: Pick<DeadLetter, 'event' | 'raw'>,
    reason: string,
    attempts: number,
  ): Promise<boolean> {
    const { service } = this.listener;
    const event = typeof what.event?.name === 'string' ? what.event.name : 'malformed';
    this.logger.error(`${service}: gave up on ${event} ${what.event?.id ?? ''}: ${reason}`);
    const letter = { service, ...what, reason, attempts, at: new Date().toISOString() };
    const { signal } = this.stopping;
    const keep = () => unlessAborted(this.options.keep(letter), signal);
    return retry(`${service}: dead letter not kept yet`, keep, signal).then(
      () => {
        eventMetrics.dead.inc({ service, event });
        return true;
      },
      () => false,
    );
  }
}

/** Whether no retry can succeed, as for an event that does not match its schema. */
function isPermanent(error: unknown): boolean {
  return (error as { permanent?: unknown } | null)?.permanent === true;
}

/** Whether an error is in the environment (a store is away, nobody answers), not in the event. */
export function isTransient(error: unknown): boolean {
  const { name, transient } = (error ?? {}) as { name?: unknown; transient?: unknown };
  return transient === true || name === 'QuestionUnanswered' || isStoreAway(error);
}
