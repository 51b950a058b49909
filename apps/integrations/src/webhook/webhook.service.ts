import { Injectable } from '@nestjs/common';
import type { CurrentStaff } from '@engawa/auth';
import {
  webhook,
  WEBHOOK_LIMIT,
  type AddWebhookInput,
  type AuditFacts,
  type UpdateWebhookInput,
  type Webhook,
  type WebhookWithSecret,
} from '@engawa/contracts';
import { inFreePlace, mapWriteErrors, requestedId } from '@engawa/persistence';
import { PreconditionFailed, ProblemError } from '@engawa/service-kit';
import { auditEvent } from '../audit/audit-event.mapper';
import { DeliveryRunner } from '../delivery/delivery-runner.service';
import { SecretBox } from '../secret/secret-box.service';
import { secretOwner } from '../secret/secret-owner.rules';
import { Sender } from '../send/sender.service';
import { QuietSpaces } from '../receiver/quiet-spaces.service';
import { newWebhookSecret } from './signature.rules';
import { WebhookRepository } from './webhook.repository';
import type { WebhookDocument } from './webhook.schema';

/** How long the old secret also signs after a rotation. */
const SECRET_OVERLAP_MS = 86_400_000;

/** Outgoing webhooks of a space (INT-2). */
@Injectable()
export class WebhookService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly secrets: SecretBox,
    private readonly sender: Sender,
    private readonly quiet: QuietSpaces,
    private readonly runner: DeliveryRunner,
  ) {}

  async list(space: string): Promise<Webhook[]> {
    return (await this.webhooks.findAll(space)).map(toWebhook);
  }

  async add(staff: CurrentStaff, input: AddWebhookInput): Promise<WebhookWithSecret> {
    const id = requestedId();
    const written = await this.webhooks.findWritten(staff.space, id);
    if (written) return this.withSecret(written);
    const url = this.checked(input.url);
    const all = {
      limit: WEBHOOK_LIMIT,
      find: () => this.webhooks.findAll(staff.space),
      full: () =>
        new ProblemError('integrations.webhook.too-many', {
          status: 422,
          params: { limit: WEBHOOK_LIMIT },
        }),
    };
    const secret = newWebhookSecret();
    const fields = { ...input, url, enabled: true };
    const document = {
      id,
      ...fields,
      disabledReason: null,
      secret: this.secrets.seal(secretOwner.webhook(staff.space, id), secret),
      previousSecret: null,
      previousUntil: null,
      secretRotatedAt: new Date(),
    };
    const audit = webhookAudit(staff, 'added', { id, ...fields }, changesOf(null, fields));
    const inserted = await inFreePlace(all, (place) =>
      this.webhooks.insert(staff.space, { ...document, place }, [audit]),
    );
    this.quiet.forget(staff.space);
    return this.withSecret(inserted);
  }

  async update(
    staff: CurrentStaff,
    id: string,
    ifVersion: number | null,
    input: UpdateWebhookInput,
  ): Promise<Webhook> {
    const given: Partial<WebhookDocument> = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    );
    if (input.url !== undefined) given.url = this.checked(input.url);
    // Turned on again, or with a new address, it starts without failures.
    if (input.enabled === true) given.disabledReason = null;
    if (input.enabled === true || input.url !== undefined) given.failingSince = null;
    const result = await mapWriteErrors(
      this.webhooks.change(
        staff.space,
        id,
        (current) => {
          const after = { ...current, ...given };
          const audit = webhookAudit(staff, 'updated', after, changesOf(current, after));
          return { set: given, events: [audit] };
        },
        { ifVersion },
      ),
      refusals,
    );
    if (!result) throw new ProblemError('integrations.webhook.not-found');
    this.quiet.forget(staff.space);
    if (given.failingSince === null) this.runner.resume({ space: staff.space, receiver: id });
    return toWebhook(result.document);
  }

  /** Replaces the secret; both sign for a day, so that the receiver can change over. */
  async rotate(staff: CurrentStaff, id: string): Promise<WebhookWithSecret> {
    const secret = newWebhookSecret();
    const result = await this.webhooks.change(
      staff.space,
      id,
      (current, { at }) => ({
        set: {
          secret: this.secrets.seal(secretOwner.webhook(staff.space, id), secret),
          previousSecret: current.secret,
          previousUntil: new Date(at.getTime() + SECRET_OVERLAP_MS),
          secretRotatedAt: at,
        },
        events: [webhookAudit(staff, 'secretRotated', current)],
      }),
      { once: true },
    );
    if (!result) throw new ProblemError('integrations.webhook.not-found');
    return this.withSecret(result.document);
  }

  async remove(staff: CurrentStaff, id: string, ifVersion: number | null): Promise<void> {
    const removed = await mapWriteErrors(
      this.webhooks.change(
        staff.space,
        id,
        (current) => ({
          purge: true,
          unset: ['place'],
          events: [webhookAudit(staff, 'removed', current)],
        }),
        { ifVersion },
      ),
      refusals,
    );
    if (!removed) throw new ProblemError('integrations.webhook.not-found');
  }

  private withSecret(document: WebhookDocument): WebhookWithSecret {
    const { space, id, secret } = document;
    return {
      ...toWebhook(document),
      secret: this.secrets.open(secretOwner.webhook(space, id), secret),
    };
  }

  private checked(url: string): string {
    const target = this.sender.target(url);
    if (target !== null) return target;
    throw new ProblemError('integrations.address.refused', {
      status: 422,
      errors: [{ pointer: '/body/url', code: 'refused' }],
    });
  }
}

const refusals = {
  stale: (current: WebhookDocument) =>
    new PreconditionFailed('integrations.webhook.stale', webhook, toWebhook(current)),
};

function toWebhook(document: WebhookDocument): Webhook {
  return {
    id: document.id,
    version: document.version,
    url: document.url,
    description: document.description,
    events: document.events,
    enabled: document.enabled,
    disabledReason: document.disabledReason,
    secretRotatedAt: document.secretRotatedAt.toISOString(),
    createdAt: document.createdAt.toISOString(),
  };
}

type AuditedWebhook = Pick<WebhookDocument, 'url' | 'events' | 'enabled'>;

function webhookAudit(
  staff: CurrentStaff,
  done: 'added' | 'updated' | 'removed' | 'secretRotated',
  webhook: Pick<WebhookDocument, 'id' | 'url'>,
  changes: AuditFacts['changes'] = [],
) {
  return auditEvent(staff, {
    action: `integrations.webhook.${done}`,
    target: { type: 'webhook', id: webhook.id, name: webhook.url },
    changes,
  });
}

function changesOf(before: AuditedWebhook | null, after: AuditedWebhook): AuditFacts['changes'] {
  return (['url', 'events', 'enabled'] as const)
    .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}
