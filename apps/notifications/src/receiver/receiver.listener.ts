import { Controller } from '@nestjs/common';
import { events, isAdminRole } from '@engawa/contracts';
import { Directory } from '@engawa/directory';
import { derivedId, OnEvent, type EventOf } from '@engawa/events';
import { MailQueue } from '@engawa/mail';
import { InjectConfig } from '@engawa/service-kit';
import type { NotificationsConfig } from '../notifications.config';
import { PreferenceService } from '../preference/preference.service';
import { defaultPreferences } from '../preference/preference.rules';
import { isChat, receiverDisabledMail } from './receiver-mail.rules';

/** Mails each administrator once when a chat or webhook was turned off (INT-3). */
@Controller()
export class ReceiverListener {
  constructor(
    private readonly directory: Directory,
    private readonly preferences: PreferenceService,
    private readonly mails: MailQueue,
    @InjectConfig() private readonly config: NotificationsConfig,
  ) {}

  @OnEvent(events.receiverDisabled)
  async onDisabled({ id, space, data }: EventOf<typeof events.receiverDisabled>): Promise<void> {
    const staffs = await this.directory.listStaffs(space);
    const admins = staffs.filter(
      ({ role, deactivated, email }) => isAdminRole(role) && !deactivated && email !== '',
    );
    const chosen = await this.preferences.findOf(
      space,
      admins.map((admin) => admin.id),
    );
    const part = isChat(data.target) ? 'integrations' : 'webhooks';
    const base = this.config.ENGAWA_PUBLIC_URL.replace(/\/+$/, '');
    const url = `${base}/admin/space_setting?part=${part}`;
    for (const admin of admins) {
      const locale = chosen.get(admin.id)?.locale ?? defaultPreferences().locale;
      const content = receiverDisabledMail(locale, admin.displayName, data, url);
      await this.mails.post(space, admin.email, content, { id: derivedId(id, admin.id) });
    }
  }
}
