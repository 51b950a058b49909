import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  chatNames,
  WEBHOOK_TEST_EVENT,
  type ChatKind,
  type Delivery,
  type EventEnvelope,
  type ListDeliveriesQuery,
  type ReplayWebhookInput,
} from '@engawa/contracts';
import { derivedId } from '@engawa/events';
import { requestedId, type Page } from '@engawa/persistence';
import { ProblemError } from '@engawa/service-kit';
import { SecretBox } from '../secret/secret-box.service';
import { secretOwner } from '../secret/secret-owner.rules';
import { SettingsRepository } from '../settings/settings.repository';
import { WebhookRepository } from '../webhook/webhook.repository';
import { DeliveryRunner } from './delivery-runner.service';
import { toDelivery } from './delivery.mapper';
import { DeliveryRepository } from './delivery.repository';
import type { DeliveryDocument } from './delivery.schema';

/** Retention of deliveries. */
const RETENTION_MS = 30 * 86_400_000;
/** How long a test belongs to its request; longer than a timeout. */
const TEST_LEASE_MS = 60_000;

/** Creates deliveries; the runner sends them. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly settings: SettingsRepository,
    private readonly webhooks: WebhookRepository,
    private readonly secrets: SecretBox,
    private readonly runner: DeliveryRunner,
  ) {}

  /** One for each chat that has this kind turned on. */
  async toChats(event: EventEnvelope, kind: ChatKind, text: () => Promise<string>): Promise<void> {
    const settings = await this.settings.getSettings(event.space);
    const wanting = chatNames.filter((chat) => {
      const { enabled, kinds, secret } = settings[chat];
      return enabled && secret !== null && kinds.includes(kind);
    });
    if (wanting.length === 0) return;
    const body = this.sealed(event.space, await text());
    const about = aboutOf(event);
    await this.put(
      event,
      wanting.map((target) => ({ target, body, about })),
    );
  }

  /** Replaces the text of the messages about the event's post, comment or task that still wait. */
  async replaceInChats(event: EventEnvelope, text: string): Promise<void> {
    const body = this.sealed(event.space, text);
    await this.deliveries.replaceMessages(event.space, aboutOf(event), body);
  }

  /** Does not send the messages about the event's post, comment or task that still wait. */
  async withdrawFromChats(event: EventEnvelope): Promise<void> {
    await this.deliveries.withdrawMessages(event.space, aboutOf(event), event.version);
  }

  /** Sends the messages that `withdrawFromChats` withdrew, if the event undoes that. */
  async restoreInChats(event: EventEnvelope, text: () => Promise<string>): Promise<void> {
    const { space, version } = event;
    const about = aboutOf(event);
    if (!(await this.deliveries.hasWithdrawn(space, about, version))) return;
    const body = this.sealed(space, await text());
    await this.deliveries.restoreMessages(space, about, { version, body });
    for (const receiver of chatNames) this.runner.wake({ space, receiver });
  }

  /**
   * One for each subscribed webhook; only ids and counts (INT-2). `type` is the public event name.
   */
  async toWebhooks(
    event: EventEnvelope,
    data: Record<string, unknown>,
    type = event.name,
  ): Promise<void> {
    const listening = await this.webhooks.findListening(event.space, type);
    if (listening.length === 0) return;
    const body = JSON.stringify({
      type,
      timestamp: event.at,
      data: { space: event.space, actor: event.actor, version: event.version, ...data },
    });
    await this.put(
      { ...event, name: type },
      listening.map(({ id }) => ({ target: id, body })),
    );
  }

  async list(space: string, query: ListDeliveriesQuery): Promise<Page<Delivery>> {
    const page = await this.deliveries.findListPage(space, query.target, query.limit, query.cursor);
    return { ...page, items: page.items.map(toDelivery) };
  }

  /** Sends again with the same id, so that the receiver can recognize it. */
  async redeliver(staff: CurrentStaff, id: string): Promise<Delivery> {
    const result = await this.deliveries.change(
      staff.space,
      id,
      (current, { at }) => {
        if (current.body === '') {
          throw new ProblemError('integrations.delivery.emptied', { status: 409 });
        }
        return { set: { state: 'waiting', attempts: 0, dueAt: at } };
      },
      { once: true },
    );
    if (!result) throw new ProblemError('integrations.delivery.not-found');
    this.runner.resume({ space: staff.space, receiver: result.document.target });
    return toDelivery(result.document);
  }

  /** Sends a webhook's deliveries of a range of time again, with the ids that they had. */
  async replay(space: string, webhookId: string, input: ReplayWebhookInput): Promise<number> {
    if (!(await this.webhooks.findById(space, webhookId))) {
      throw new ProblemError('integrations.webhook.not-found');
    }
    const range = {
      from: new Date(input.from),
      to: input.to ? new Date(input.to) : new Date(),
      onlyFailed: input.onlyFailed,
    };
    const count = await this.deliveries.replay(space, webhookId, range);
    if (count > 0) this.runner.resume({ space, receiver: webhookId });
    return count;
  }

  /** Sends a signed test message once and immediately; recorded in the log. */
  async test(space: string, webhookId: string): Promise<Delivery> {
    const id = requestedId();
    const written = await this.deliveries.findWritten(space, id);
    if (written) return toDelivery(written);
    const webhook = await this.webhooks.findById(space, webhookId);
    if (!webhook) throw new ProblemError('integrations.webhook.not-found');
    const now = new Date();
    const delivery = await this.deliveries.insert(space, {
      id,
      target: webhookId,
      event: WEBHOOK_TEST_EVENT,
      body: JSON.stringify({
        type: WEBHOOK_TEST_EVENT,
        timestamp: now.toISOString(),
        data: { space },
      }),
      state: 'waiting',
      attempts: 0,
      // If this process ends meanwhile, the runner continues.
      dueAt: new Date(now.getTime() + TEST_LEASE_MS),
      lastAttemptAt: null,
      lastStatus: null,
      lastError: null,
      expiresAt: new Date(now.getTime() + RETENTION_MS),
    });
    const tested = (await this.runner.attempt(delivery)).delivery;
    if (tested.state === 'succeeded') this.runner.resume({ space, receiver: webhookId });
    return toDelivery(tested);
  }

  private sealed(space: string, text: string): string {
    return this.secrets.seal(secretOwner.message(space), text);
  }

  private async put(
    { space, id, name }: EventEnvelope,
    contents: readonly Pick<DeliveryDocument, 'target' | 'body' | 'about'>[],
  ): Promise<void> {
    const now = Date.now();
    const documents = contents.map((content) => ({
      ...content,
      id: derivedId(id, content.target),
      event: name,
      state: 'waiting' as const,
      attempts: 0,
      dueAt: new Date(now),
      lastAttemptAt: null,
      lastStatus: null,
      lastError: null,
      expiresAt: new Date(now + RETENTION_MS),
    }));
    await this.deliveries.putAll(space, documents);
    for (const { target } of documents) this.runner.wake({ space, receiver: target });
  }
}

function aboutOf({ aggregate }: EventEnvelope): string {
  return `${aggregate.type}/${aggregate.id}`;
}
