import { Injectable } from '@nestjs/common';
import { derivedId } from '@engawa/events';
import { WorkProcessor, type Attempt, type WorkOutcome } from '@engawa/persistence';
import { InboxRepository } from '../inbox/inbox.repository';
import { NotificationMailService } from '../mail/notification-mail.service';
import { NotificationRepository } from '../notification/notification.repository';
import { PreferenceRepository } from '../preference/preference.repository';
import { nextDigestAt } from '../preference/preference.rules';
import type { PreferenceDocument } from '../preference/preference.schema';
import { PreferenceService } from '../preference/preference.service';

/**
 * Sends daily digests (NTF-3) at the hour that each staff member chose, in the space's time zone.
 * The mail's id is derived from the beginning of the digest, which moves when it is sent: after a
 * crash or with several replicas a digest is sent once; a missed one is sent at the next start.
 */
@Injectable()
export class DigestService extends WorkProcessor<PreferenceDocument> {
  constructor(
    private readonly preferences: PreferenceRepository,
    private readonly choices: PreferenceService,
    private readonly notifications: NotificationRepository,
    private readonly inboxes: InboxRepository,
    private readonly mails: NotificationMailService,
  ) {
    super({ name: 'digests', work: preferences, pollMs: 5_000 });
  }

  protected async perform(staff: PreferenceDocument, { now }: Attempt): Promise<WorkOutcome> {
    const { space, id: staffId, locale, digestAt, digestFrom } = staff;
    const readBefore = await this.inboxes.findReadBefore(space, staffId);
    const after = readBefore > digestFrom ? readBefore : digestFrom;
    const unread = await this.notifications.findForDigest(space, staffId, { after, until: now });
    if (unread.length > 0) {
      const id = derivedId('digest', space, staffId, digestFrom.toISOString());
      const ids = unread.map((one) => one.id);
      await this.mails.mailDigest(space, ids, { id, locale });
    }
    const timeZone = await this.choices.timeZoneOf(space);
    await this.preferences.change(space, staffId, (current) => {
      if (current.digestFrom.getTime() !== digestFrom.getTime()) return null;
      // The staff member may have chosen another time meanwhile.
      const isChosen = current.digestAt?.getTime() !== digestAt?.getTime();
      const next = nextDigestAt(now, timeZone, current.digestHour);
      return { set: { digestFrom: now, ...(isChosen ? {} : { digestAt: next }) } };
    });
    return 'done';
  }
}
