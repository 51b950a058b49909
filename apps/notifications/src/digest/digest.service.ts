import { Injectable } from '@nestjs/common';
import { derivedId } from '@engawa/events';
import { BackgroundJob } from '@engawa/service-kit';
import { InboxRepository } from '../inbox/inbox.repository';
import { NotificationMailService } from '../mail/notification-mail.service';
import { NotificationRepository } from '../notification/notification.repository';
import { PreferenceRepository } from '../preference/preference.repository';
import { nextDigestAt } from '../preference/preference.rules';
import type { PreferenceDocument } from '../preference/preference.schema';
import { PreferenceService } from '../preference/preference.service';

const BATCH_SIZE = 100;

/**
 * Sends daily digests (NTF-3) at the hour that each staff member chose, in the space's time zone.
 * The due time is in the preferences, and the mail's id is derived from it: after a crash or with
 * several replicas a digest is sent once; a missed one is sent at the next start.
 */
@Injectable()
export class DigestService extends BackgroundJob {
  constructor(
    private readonly preferences: PreferenceRepository,
    private readonly choices: PreferenceService,
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly mails: NotificationMailService,
  ) {
    super({ name: 'Digest', intervalMs: 5_000 });
  }

  /** Sends due digests; returns the number of staff processed. */
  async sendDue(now = new Date()): Promise<number> {
    const due = await this.preferences.findDueDigests(now, BATCH_SIZE);
    for (const { space, id } of due) {
      const staff = await this.preferences.findById(space, id);
      if (staff?.digestAt && staff.digestAt <= now) await this.send(staff, staff.digestAt, now);
    }
    return due.length;
  }

  protected async round(): Promise<boolean> {
    return (await this.sendDue()) >= BATCH_SIZE;
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
}
