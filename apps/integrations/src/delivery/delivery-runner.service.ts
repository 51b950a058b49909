import { Injectable } from '@nestjs/common';
import { WEBHOOK_TEST_EVENT } from '@engawa/contracts';
import { WorkProcessor, type Lane, type WorkOutcome } from '@engawa/persistence';
import { hasFailedLong, isChat, ReceiverService } from '../receiver/receiver.service';
import type { Sent } from '../send/sender.service';
import { nextAttemptAt } from '../webhook/signature.rules';
import { DeliveryRepository } from './delivery.repository';
import type { DeliveryDocument } from './delivery.schema';

/** Concurrent deliveries. */
const LIMITS = { total: 64, perSpace: 16, perLane: 2 };
/** Longer than an attempt. */
const LEASE_MS = 60_000;
const HTTP_GONE = 410;

interface Attempt {
  delivery: DeliveryDocument;
  outcome: WorkOutcome;
}

/**
 * Sends due deliveries. A slow or dead receiver uses only its own slots (INT-3); failures are
 * retried on a schedule.
 */
@Injectable()
export class DeliveryRunner extends WorkProcessor<DeliveryDocument> {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly receivers: ReceiverService,
  ) {
    super({ name: 'deliveries', work: deliveries, limits: LIMITS, leaseMs: LEASE_MS });
  }

  /** Like `wake`, but also ends a pause after failures. */
  resume(lane: Lane): void {
    this.queue.resume(lane);
  }

  protected async perform(delivery: DeliveryDocument): Promise<WorkOutcome> {
    return (await this.attempt(delivery)).outcome;
  }

  /** One attempt, and its result in the delivery log. */
  async attempt(delivery: DeliveryDocument): Promise<Attempt> {
    const { space, target } = delivery;
    const receiver = await this.receivers.find(delivery);
    const sent = receiver ? await receiver.send(delivery) : null;
    const isTest = delivery.event === WEBHOOK_TEST_EVENT;
    const written = await this.storeOutcome(delivery, sent, isTest);
    if (!receiver || !sent) return { delivery: written, outcome: 'done' };
    const { failingSince } = receiver;
    if (isOk(sent)) {
      if (failingSince !== null) await this.receivers.noteFailingSince(space, target, null);
      return { delivery: written, outcome: 'done' };
    }
    const gone = sent.status === HTTP_GONE && !isChat(target);
    if (gone || (!isTest && hasFailedLong(failingSince, new Date()))) {
      const reason = gone ? 'gone' : 'failing';
      const disabled = await this.receivers.disable(space, target, reason, receiver);
      if (disabled) await this.deliveries.failWaiting(space, target, 'disabled');
      return { delivery: written, outcome: 'done' };
    }
    if (!isTest && failingSince === null) {
      await this.receivers.noteFailingSince(space, target, new Date());
    }
    return { delivery: written, outcome: 'failed' };
  }

  private async storeOutcome(
    delivery: DeliveryDocument,
    sent: Sent | null,
    isTest: boolean,
  ): Promise<DeliveryDocument> {
    const { space, id, target } = delivery;
    const ok = isOk(sent);
    const attempts = delivery.attempts + 1;
    const written = await this.deliveries.change(space, id, (current, { at }) => {
      // Meanwhile it was made due again, or finished by a later attempt.
      const isOvertaken = current.dueAt?.getTime() !== delivery.dueAt?.getTime();
      if (isOvertaken && (current.dueAt || !ok)) return null;
      // A removed receiver is not retried; a test never is.
      const over = ok || isTest || sent === null || sent.status === HTTP_GONE;
      const isEmptied = ok && isChat(target);
      const next = over ? null : nextAttemptAt(attempts, at);
      return {
        set: {
          state: ok ? 'succeeded' : next ? 'waiting' : 'failed',
          attempts,
          lastAttemptAt: at,
          lastStatus: sent?.status ?? null,
          lastError: sent === null ? 'not-configured' : sent.error,
          // The text is deleted once it is delivered.
          ...(isEmptied ? { body: '' } : {}),
          ...(next ? { dueAt: next } : {}),
        },
        unset: [...(next ? [] : (['dueAt'] as const)), ...(isEmptied ? (['about'] as const) : [])],
      };
    });
    return written?.document ?? delivery;
  }
}

function isOk(sent: Sent | null): boolean {
  return sent !== null && sent.status !== null && sent.status >= 200 && sent.status < 300;
}
