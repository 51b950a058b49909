import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Locale } from '@engawa/contracts';
import { Directory, type StaffEntry } from '@engawa/directory';
import { MailQueue, type MailAbout, type WrittenMail } from '@engawa/mail';
import { InjectConfig } from '@engawa/service-kit';
import type { NotificationsConfig } from '../notifications.config';
import { NotificationRepository } from '../notification/notification.repository';
import type { NotificationDocument } from '../notification/notification.schema';
import {
  digestMail,
  mailKind,
  singleMail,
  urlOf,
  type Mailed,
  type MailKind,
} from './notification-mail.rules';

const DIGEST = 'digest';

/**
 * Sends notifications by mail; each is enqueued once, whatever is repeated. A mail is written when it is
 * sent: it may wait for days, and says nothing that was deleted, erased or withdrawn meanwhile.
 */
@Injectable()
export class NotificationMailService implements OnModuleInit {
  constructor(
    private readonly queue: MailQueue,
    private readonly notifications: NotificationRepository,
    private readonly directory: Directory,
    @InjectConfig() private readonly config: NotificationsConfig,
  ) {}

  onModuleInit(): void {
    this.queue.writeWith((space, about) => this.write(space, about));
  }

  /** One notification immediately; `kind` is what the mail says of it. */
  async mailNow(
    space: string,
    { id, kind, locale }: { id: string; kind: MailKind; locale: Locale },
  ): Promise<void> {
    await this.queue.postAbout(space, id, { kind, ids: [id], locale });
  }

  /** Several in one mail with the given id, the newest first. */
  async mailDigest(
    space: string,
    ids: readonly string[],
    { id, locale }: { id: string; locale: Locale },
  ): Promise<void> {
    await this.queue.postAbout(space, id, { kind: DIGEST, ids: [...ids], locale });
  }

  /** Nothing for a deactivated or unknown staff member. */
  private async write(
    space: string,
    { kind, ids, locale }: MailAbout,
  ): Promise<WrittenMail | null> {
    const found = await this.notifications.findByIds(space, ids);
    const byId = new Map(found.map((one) => [one.id, one]));
    const isDigest = kind === DIGEST;
    const notifications = ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter((one) => !one.withdrawn && !(isDigest && one.read));
    const [first] = notifications;
    if (!first) return null;
    const { staffId } = first;
    // Strict: without an answer the mail waits. Names of actors may be missing.
    const recipients = await this.directory.findStaffs(space, [staffId], { strict: true });
    const staff = recipients.get(staffId);
    if (!canBeMailed(staff)) return null;
    const actors = notifications.flatMap(({ actorId }) => actorId ?? []);
    const staffs = await this.directory.findStaffs(space, actors);
    const mailed = notifications.map((one) => this.mailed(one, staffs));
    const content = isDigest
      ? digestMail(locale, staff.displayName, mailed, this.listUrl())
      : singleMail(locale, staff.displayName, {
          ...mailed[0]!,
          kind: mailKind.parse(kind),
        });
    return { to: staff.email, content };
  }

  private listUrl(): string {
    return `${this.config.ENGAWA_PUBLIC_URL.replace(/\/+$/, '')}/notifications`;
  }

  private mailed(about: NotificationDocument, staffs: Map<string, StaffEntry>): Mailed {
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
