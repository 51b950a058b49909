import { Injectable } from '@nestjs/common';
import {
  chatNames,
  events,
  WEBHOOK_TEST_EVENT,
  type ChatName,
  type EventEnvelope,
  type ReceiverDisabledReason,
} from '@engawa/contracts';
import { newEvent } from '@engawa/events';
import { auditEvent } from '../audit/audit-event.mapper';
import { ChatService } from '../chat/chat.service';
import type { DeliveryDocument } from '../delivery/delivery.schema';
import { SecretBox } from '../secret/secret-box.service';
import { secretOwner } from '../secret/secret-owner.rules';
import { Sender, type Sent } from '../send/sender.service';
import { SettingsRepository } from '../settings/settings.repository';
import { SETTINGS_ID } from '../settings/settings.schema';
import { webhookHeaders } from '../webhook/signature.rules';
import { WebhookRepository } from '../webhook/webhook.repository';
import type { WebhookDocument } from '../webhook/webhook.schema';

/** A receiver without a successful delivery for this long is disabled. */
const DISABLED_AFTER_MS = 3 * 86_400_000;

/** A chat or webhook that is set up. */
export interface Receiver {
  /** Since when all attempts have failed; null while it works. */
  failingSince: Date | null;
  /** Address of a webhook; null for a chat. */
  url: string | null;
  /** Null when the chat is incomplete. */
  send(delivery: DeliveryDocument): Promise<Sent | null>;
}

/** Receivers of deliveries and their state (INT-3). */
@Injectable()
export class ReceiverService {
  constructor(
    private readonly settings: SettingsRepository,
    private readonly webhooks: WebhookRepository,
    private readonly chats: ChatService,
    private readonly sender: Sender,
    private readonly secrets: SecretBox,
  ) {}

  /** Null when it is not set up or turned off. */
  async find({ space, target, event }: DeliveryDocument): Promise<Receiver | null> {
    if (isChat(target)) return this.chatOf(space, target);
    const webhook = await this.webhooks.findById(space, target);
    if (!webhook) return null;
    if (!webhook.enabled && event !== WEBHOOK_TEST_EVENT) return null;
    const secrets = this.signingSecrets(webhook);
    if (secrets.length === 0) return null;
    return {
      failingSince: webhook.failingSince ?? null,
      url: webhook.url,
      send: ({ id, body }) => {
        const message = { id, seconds: Math.floor(Date.now() / 1_000), body };
        const headers = webhookHeaders(message, secrets);
        return this.sender.post(webhook.url, headers, body);
      },
    };
  }

  /**
   * Stores since when attempts fail; null after a success. The version stays, so that an edit of
   * the settings is not rejected.
   */
  async noteFailingSince(space: string, target: string, since: Date | null): Promise<void> {
    if (isChat(target)) await this.settings.setFailingSince(space, target, since);
    else await this.webhooks.setFailingSince(space, target, since);
  }

  /**
   * Disables a receiver; administrators are notified. Returns false if it already is, or if it was
   * changed or worked again since it was `seen` before the attempt.
   */
  async disable(
    space: string,
    target: string,
    reason: ReceiverDisabledReason,
    seen: Pick<Receiver, 'failingSince' | 'url'>,
  ): Promise<boolean> {
    const since = seen.failingSince;
    const off = { enabled: false, disabledReason: reason, failingSince: null };
    if (isChat(target)) {
      const done = await this.settings.change(space, SETTINGS_ID, ({ [target]: chat }) =>
        chat.enabled && isSameTime(chat.failingSince, since)
          ? {
              set: { [target]: { ...chat, ...off } },
              events: disabledEvents(space, { id: target, name: '' }, reason, since),
            }
          : null,
      );
      return done?.changed ?? false;
    }
    const done = await this.webhooks.change(space, target, (current) => {
      const { enabled, description, url } = current;
      const applies =
        reason === 'gone' ? url === seen.url : isSameTime(current.failingSince, since);
      const name = description || new URL(url).host;
      return enabled && applies
        ? { set: off, events: disabledEvents(space, { id: target, name }, reason, since) }
        : null;
    });
    return done?.changed ?? false;
  }

  /** The secrets that sign now; none where the key that encrypted them is lost. */
  private signingSecrets(webhook: WebhookDocument, now = new Date()): string[] {
    const { space, id, secret, previousSecret, previousUntil } = webhook;
    const sealed = [secret];
    if (previousSecret && previousUntil && previousUntil > now) sealed.push(previousSecret);
    const owner = secretOwner.webhook(space, id);
    return sealed.flatMap((each) => this.secrets.openStored(owner, each) ?? []);
  }

  private async chatOf(space: string, chat: ChatName): Promise<Receiver | null> {
    const settings = await this.settings.getSettings(space);
    if (!settings[chat].enabled) return null;
    return {
      failingSince: settings[chat].failingSince ?? null,
      url: null,
      send: async ({ body }) => {
        // Empty once it was sent.
        const text = body && this.secrets.openStored(secretOwner.message(space), body);
        return text ? this.chats.send(settings, chat, text) : null;
      },
    };
  }
}

export function isChat(target: string): target is ChatName {
  return (chatNames as readonly string[]).includes(target);
}

/** Whether it has failed long enough to be disabled. */
export function hasFailedLong(since: Date | null, at: Date): boolean {
  return since !== null && at.getTime() - since.getTime() >= DISABLED_AFTER_MS;
}

function isSameTime(one: Date | null | undefined, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}

function disabledEvents(
  space: string,
  { id, name }: { id: string; name: string },
  reason: ReceiverDisabledReason,
  since: Date | null,
): EventEnvelope[] {
  const type = isChat(id) ? 'chat' : 'webhook';
  const disabled = newEvent(events.receiverDisabled, {
    space,
    actor: null,
    aggregate: { type, id },
    version: 1,
    data: { target: id, name, reason, failingSince: since?.toISOString() ?? null },
  });
  const bySystem = { space, staffId: null };
  const audit = auditEvent(bySystem, {
    action: `integrations.${type}.disabled`,
    target: { type, id, name },
    changes: [{ field: 'enabled', before: true, after: false }],
  });
  return [disabled, audit];
}
