import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { WEBHOOK_TEST_EVENT } from '@engawa/contracts';
import { WorkQueue, type Lane, type WorkOutcome } from '@engawa/persistence';
import { hasFailedLong, isChat, ReceiverService } from '../receiver/receiver.service';
import type { Sent } from '../send/sender.service';
import { nextTry } from '../webhook/signature.rules';
import { DeliveryRepository } from './delivery.repository';
import type { DeliveryDocument } from './delivery.schema';

/** Deliveries under way at once. */
const LIMITS = { total: 64, perSpace: 16, perLane: 2 };
/** Longer than an attempt takes, in ms. */
const LEASE_MS = 60_000;
const HTTP_GONE = 410;

interface Attempt {
  delivery: DeliveryDocument;
  outcome: WorkOutcome;
}

/**
 * Sends what is due. A receiver that is slow or dead holds only its own places (INT-3); what fails
 * is tried again after the schedule.
 */
@Injectable()
export class DeliveryRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly queue: WorkQueue<DeliveryDocument>;

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly receivers: ReceiverService,
  ) {
    this.queue = new WorkQueue({
      name: 'deliveries',
      work: deliveries,
      limits: LIMITS,
      leaseMs: LEASE_MS,
      perform: async (delivery) => (await this.attempt(delivery)).outcome,
    });
  }

  onApplicationBootstrap(): void {
    this.queue.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.queue.stop();
  }

  /** There is something new for a receiver. */
  wake(lane: Lane): void {
    this.queue.wake(lane);
  }

  /** Sends at once also to a receiver that pauses after failures. */
  resume(lane: Lane): void {
    this.queue.resume(lane);
  }

  /** One attempt, and its result in the log. */
  async attempt(delivery: DeliveryDocument): Promise<Attempt> {
    const { space, target } = delivery;
    const receiver = await this.receivers.find(delivery);
    const sent = receiver ? await receiver.send(delivery) : null;
    const isTest = delivery.event === WEBHOOK_TEST_EVENT;
    const written = await this.settle(delivery, sent, isTest);
    if (!receiver || !sent) return { delivery: written, outcome: 'done' };
    const { failingSince } = receiver;
    if (isOk(sent)) {
      if (failingSince !== null) await this.receivers.noteFailingSince(space, target, null);
      return { delivery: written, outcome: 'done' };
    }
    const gone = sent.status === HTTP_GONE && !isChat(target);
    if (gone || (!isTest && hasFailedLong(failingSince, new Date()))) {
      await this.receivers.disable(space, target, gone ? 'gone' : 'failing', failingSince);
      await this.deliveries.failWaiting(space, target, 'disabled');
      return { delivery: written, outcome: 'done' };
    }
    if (!isTest && failingSince === null) {
      await this.receivers.noteFailingSince(space, target, new Date());
    }
    return { delivery: written, outcome: 'failed' };
  }

  private async settle(
    delivery: DeliveryDocument,
    sent: Sent | null,
    isTest: boolean,
  ): Promise<DeliveryDocument> {
    const { space, id, target } = delivery;
    const ok = isOk(sent);
    const attempts = delivery.attempts + 1;
    const written = await this.deliveries.change(space, id, (_current, { at }) => {
      // A receiver that is set up no more, or gone, is not tried again; a test never is.
      const over = ok || isTest || sent === null || sent.status === HTTP_GONE;
      const next = over ? null : nextTry(attempts, at);
      return {
        set: {
          state: ok ? 'succeeded' : next ? 'waiting' : 'failed',
          attempts,
          lastAttemptAt: at,
          lastStatus: sent?.status ?? null,
          lastError: sent === null ? 'not-configured' : sent.error,
          // The text stays no longer than it is needed.
          ...(ok && isChat(target) ? { body: '' } : {}),
          ...(next ? { dueAt: next } : {}),
        },
        ...(next ? {} : { unset: ['dueAt'] as const }),
      };
    });
    return written?.document ?? delivery;
  }
}

function isOk(sent: Sent | null): boolean {
  return sent !== null && sent.status !== null && sent.status >= 200 && sent.status < 300;
}
