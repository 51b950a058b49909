import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { chatNames, WEBHOOK_TEST_EVENT, type ChatName } from '@engawa/contracts';
import { BackgroundLoop } from '@engawa/service-kit';
import { ChatService } from '../chat/chat.service';
import { SecretBox } from '../secret/secret-box.service';
import { Sender, type Sent } from '../send/sender.service';
import { SettingsRepository } from '../settings/settings.repository';
import { nextTry, webhookHeaders } from '../webhook/signature.rules';
import { WebhookRepository } from '../webhook/webhook.repository';
import { WebhookService } from '../webhook/webhook.service';
import { DeliveryRepository } from './delivery.repository';
import type { DeliveryDocument } from './delivery.schema';

/** How often what is due is looked for, in ms. */
const LOOK_EVERY = 1_000;
/** Deliveries under way at once, in all and to one receiver. */
const AT_ONCE = 32;
const AT_ONCE_TO_ONE = 2;
/** While it is under way a delivery is not due for others, in ms: longer than the patience. */
const TAKEN_FOR = 60_000;
const GONE = 410;

/**
 * Sends what is due. A receiver that is slow or dead holds only its own places (INT-3); what fails
 * is tried again after the schedule.
 */
@Injectable()
export class DeliveryRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('DeliveryRunner');
  private readonly underWay = new Map<string, number>();
  private readonly jobs = new Set<Promise<unknown>>();
  private readonly loop = new BackgroundLoop({
    name: 'DeliveryRunner',
    every: LOOK_EVERY,
    round: (signal) => this.beginDue(signal),
  });

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly settings: SettingsRepository,
    private readonly webhooks: WebhookRepository,
    private readonly webhookService: WebhookService,
    private readonly chats: ChatService,
    private readonly sender: Sender,
    private readonly secrets: SecretBox,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.jobs);
  }

  wake(): void {
    this.loop.wake();
  }

  private async beginDue(signal: AbortSignal): Promise<void> {
    for (const due of await this.deliveries.findDue(new Date(), 200)) {
      if (signal.aborted) return;
      await this.begin(due);
    }
  }

  private async begin(due: DeliveryDocument): Promise<void> {
    const receiver = `${due.space}/${due.target}`;
    const places = this.underWay.get(receiver) ?? 0;
    if (this.jobs.size >= AT_ONCE || places >= AT_ONCE_TO_ONE) return;
    const taken = await this.deliveries.change(due.space, due.id, (current, { at }) =>
      current.dueAt === undefined || current.dueAt > at
        ? null
        : { set: { dueAt: new Date(at.getTime() + TAKEN_FOR) } },
    );
    if (!taken?.changed) return;
    this.underWay.set(receiver, places + 1);
    const job: Promise<unknown> = this.deliver(taken.document)
      .catch((error: unknown) => this.logger.warn(`${due.id}: ${String(error)}`))
      .finally(() => {
        this.jobs.delete(job);
        const left = (this.underWay.get(receiver) ?? 1) - 1;
        if (left > 0) this.underWay.set(receiver, left);
        else this.underWay.delete(receiver);
        this.wake();
      });
    this.jobs.add(job);
  }

  /** One try, and what came of it in the log. */
  async deliver(delivery: DeliveryDocument): Promise<DeliveryDocument> {
    const sent = await this.send(delivery);
    const ok = sent !== null && sent.status !== null && sent.status >= 200 && sent.status < 300;
    const attempts = delivery.attempts + 1;
    const chat = isChat(delivery.target);
    if (sent?.status === GONE && !chat) await this.disable(delivery);
    const isTest = delivery.event === WEBHOOK_TEST_EVENT;
    const written = await this.deliveries.change(
      delivery.space,
      delivery.id,
      (_current, { at }) => {
        // A receiver that is set up no more, or gone, is not tried again; a test never is.
        const over = ok || isTest || sent === null || sent.status === GONE;
        const next = over ? null : nextTry(attempts, at);
        const state = ok ? 'succeeded' : next ? 'waiting' : 'failed';
        return {
          set: {
            state,
            attempts,
            lastAttemptAt: at,
            lastStatus: sent?.status ?? null,
            lastError: sent === null ? 'not-configured' : sent.error,
            // What was said stays no longer than it is needed.
            ...(ok && chat ? { body: '' } : {}),
            ...(next ? { dueAt: next } : {}),
          },
          ...(next ? {} : { unset: ['dueAt'] as const }),
        };
      },
    );
    return written?.document ?? delivery;
  }

  private async send(delivery: DeliveryDocument): Promise<Sent | null> {
    const { space, target } = delivery;
    if (isChat(target)) {
      const settings = await this.settings.getSettings(space);
      if (delivery.body === '') return null;
      return this.chats.send(settings, target, this.secrets.open(`${space}/text`, delivery.body));
    }
    const webhook = await this.webhooks.findById(space, target);
    if (!webhook) return null;
    if (!webhook.enabled && delivery.event !== WEBHOOK_TEST_EVENT) return null;
    const message = {
      id: delivery.id,
      seconds: Math.floor(Date.now() / 1_000),
      body: delivery.body,
    };
    const headers = webhookHeaders(message, this.webhookService.signingSecrets(webhook));
    return this.sender.post(webhook.url, headers, delivery.body);
  }

  private async disable({ space, target }: DeliveryDocument): Promise<void> {
    await this.webhooks.change(space, target, () => ({
      set: { enabled: false, disabledReason: 'gone' },
    }));
  }
}

function isChat(target: string): target is ChatName {
  return (chatNames as readonly string[]).includes(target);
}
