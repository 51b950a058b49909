import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { chatNames, events, type EventEnvelope } from '@engawa/contracts';
import { EventBus } from '@engawa/events';
import { provideExtension, type ServiceExtension } from '@engawa/service-kit';
import { SETTINGS_ID } from '../settings/settings.schema';
import { SettingsRepository } from '../settings/settings.repository';
import { WebhookRepository } from '../webhook/webhook.repository';

/** Longest time without a read. */
const TTL_MS = 30_000;
const MAX_SPACES = 10_000;

/**
 * Spaces without any receiver, which most are: their events cause no query. Every process follows
 * the changes of receivers; nothing is kept while it does not.
 */
@Injectable()
export class QuietSpaces implements OnApplicationBootstrap, ServiceExtension {
  private readonly until = new Map<string, number>();
  private readonly reading = new Map<string, Promise<boolean>>();
  /** Number of changes; a read during a change is not kept. */
  private changes = 0;
  private following = false;
  private stopFollowing: (() => void) | null = null;

  constructor(
    private readonly settings: SettingsRepository,
    private readonly webhooks: WebhookRepository,
    private readonly bus: EventBus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.stopFollowing = await this.bus.follow(
      ({ name, space }: EventEnvelope) => {
        if (name === events.integrationsAudited.name) this.forget(space);
      },
      () => this.clear(),
      ['integrations.audit'],
    );
    this.following = true;
  }

  beforeClose(): void {
    this.following = false;
    this.clear();
    this.stopFollowing?.();
  }

  /** Call after a receiver of the space was added or changed. */
  forget(space: string): void {
    this.changes += 1;
    this.until.delete(space);
    this.reading.delete(space);
  }

  /** Whether no webhook and no chat of the space is turned on. */
  async has(space: string): Promise<boolean> {
    if ((this.until.get(space) ?? 0) > Date.now()) return true;
    const running = this.reading.get(space);
    if (running) return running;
    const reading = this.read(space).finally(() => {
      if (this.reading.get(space) === reading) this.reading.delete(space);
    });
    this.reading.set(space, reading);
    return reading;
  }

  private clear(): void {
    this.changes += 1;
    this.until.clear();
    this.reading.clear();
  }

  private async read(space: string): Promise<boolean> {
    const before = this.changes;
    const [settings, webhooks] = await Promise.all([
      this.settings.findById(space, SETTINGS_ID),
      this.webhooks.findAll(space),
    ]);
    const isQuiet =
      !webhooks.some(({ enabled }) => enabled) &&
      !chatNames.some((chat) => settings?.[chat].enabled);
    if (isQuiet && this.following && this.changes === before) {
      if (this.until.size >= MAX_SPACES) this.until.clear();
      this.until.set(space, Date.now() + TTL_MS);
    }
    return isQuiet;
  }
}

export const quietSpacesProviders = [QuietSpaces, provideExtension(QuietSpaces)];
