import { Injectable } from '@nestjs/common';
import type { Locale } from '@engawa/contracts';
import { Directory, type StaffEntry } from '@engawa/directory';
import { MailQueue } from '@engawa/mail';
import { InjectConfig } from '@engawa/service-kit';
import type { NotificationsConfig } from '../notifications.config';
import type { NotificationDocument } from '../notification/notification.schema';
import { digestMail, singleMail, urlOf, type Mailed } from './notification-mail.rules';

type About = Pick<
  NotificationDocument,
  | 'id'
  | 'staffId'
  | 'kind'
  | 'actorId'
  | 'postId'
  | 'commentId'
  | 'excerpt'
  | 'taskStatus'
  | 'emoji'
>;

/** Sends notifications by mail; each is enqueued once, whatever is repeated. */
@Injectable()
export class NotificationMailService {
  constructor(
    private readonly queue: MailQueue,
    private readonly directory: Directory,
    @InjectConfig() private readonly config: NotificationsConfig,
  ) {}

  /** One notification immediately. Nothing for a deactivated or unknown staff member. */
  async mailNow(space: string, about: About, locale: Locale): Promise<void> {
    const staffs = await this.staffsOf(space, about.staffId, [about]);
    const staff = staffs.get(about.staffId);
    if (!canBeMailed(staff)) return;
    const content = singleMail(locale, staff.displayName, this.mailed(about, staffs));
    await this.queue.post(space, staff.email, content, { id: about.id });
  }

  /** Several in one mail with the given id. */
  async mailDigest(
    space: string,
    staffId: string,
    abouts: readonly About[],
    { id, locale }: { id: string; locale: Locale },
  ): Promise<void> {
    const staffs = await this.staffsOf(space, staffId, abouts);
    const staff = staffs.get(staffId);
    if (!canBeMailed(staff)) return;
    const entries = abouts.map((about) => this.mailed(about, staffs));
    const list = `${this.config.ENGAWA_PUBLIC_URL.replace(/\/+$/, '')}/notifications`;
    const content = digestMail(locale, staff.displayName, entries, list);
    await this.queue.post(space, staff.email, content, { id });
  }

  private staffsOf(space: string, staffId: string, abouts: readonly About[]) {
    const actors = abouts.flatMap(({ actorId }) => (actorId ? [actorId] : []));
    return this.directory.findStaffs(space, [staffId, ...actors]);
  }

  private mailed(about: About, staffs: Map<string, StaffEntry>): Mailed {
    return {
      kind: about.kind,
      actorName: about.actorId ? (staffs.get(about.actorId)?.displayName ?? '') : '',
      excerpt: about.excerpt,
      emoji: about.emoji,
      taskStatus: about.taskStatus,
      url: urlOf(this.config.ENGAWA_PUBLIC_URL, about),
    };
  }
}

function canBeMailed(staff: StaffEntry | undefined): staff is StaffEntry {
  return staff !== undefined && !staff.deactivated && staff.email !== '';
}
