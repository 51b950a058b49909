import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { derivedId } from '@engawa/events';
import type { ServiceExtension } from '@engawa/service-kit';
import { InboxRepository } from '../inbox/inbox.repository';
import { NotificationMailService } from '../mail/notification-mail.service';
import { NotificationRepository } from '../notification/notification.repository';
import { PreferenceRepository } from '../preference/preference.repository';
import { nextDigestAt } from '../preference/preference.rules';
import type { PreferenceDocument } from '../preference/preference.schema';
import { PreferenceService } from '../preference/preference.service';

const BATCH = 100;

/**
 * Sends the daily digests (NTF-3) at the hour that each staff chose, in the space's time zone. The
 * time lies in the staff's preferences, and the mail's id comes from it: stopped anywhere, or run
 * by several replicas, a digest goes out once; one that was missed goes out at the next start.
 */
@Injectable()
export class DigestService implements ServiceExtension {
  private readonly logger = new Logger('Digest');
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** How often the clock is looked at, in ms. */
  everyMillis = 5_000;

  constructor(
    private readonly preferences: PreferenceRepository,
    private readonly choices: PreferenceService,
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly mails: NotificationMailService,
  ) {}

  beforeListen(): void {
    this.running = this.run();
  }

  async beforeClose(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Sends what is due; answers how many staff were looked at. */
  async sendDue(now = new Date()): Promise<number> {
    const due = await this.preferences.findDueDigests(now, BATCH);
    for (const { space, id } of due) {
      const staff = await this.preferences.findById(space, id);
      if (staff?.digestAt && staff.digestAt <= now) await this.send(staff, staff.digestAt, now);
    }
    return due.length;
  }

  private async send(staff: PreferenceDocument, digestAt: Date, now: Date): Promise<void> {
    const { space, id: staffId, locale, digestHour } = staff;
    const readBefore = await this.inboxes.findReadBefore(space, staffId);
    const after = readBefore > staff.digestFrom ? readBefore : staff.digestFrom;
    const unread = await this.notifications.findForDigest(space, staffId, { after, until: now });
    if (unread.length > 0) {
      const id = derivedId('digest', space, staffId, digestAt.toISOString());
      await this.mails.mailDigest(space, staffId, unread, { id, locale });
    }
    const next = nextDigestAt(now, await this.choices.timeZoneOf(space), digestHour);
    await this.preferences.change(space, staffId, (current) =>
      current.digestAt?.getTime() === digestAt.getTime()
        ? { set: { digestAt: next, digestFrom: now } }
        : null,
    );
  }

  private async run(): Promise<void> {
    let failing = false;
    while (!this.stopping.signal.aborted) {
      try {
        while ((await this.sendDue()) >= BATCH);
        failing = false;
      } catch (error) {
        if (!failing) this.logger.warn(`Digests wait: ${String(error)}`);
        failing = true;
      }
      await sleep(this.everyMillis, undefined, { signal: this.stopping.signal }).catch(
        () => undefined,
      );
    }
  }
}
