import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { DirectoryModule } from '@engawa/directory';
import { EventsModule } from '@engawa/events';
import { PersistenceModule } from '@engawa/persistence';
import { MailModule, mailSchema } from '@engawa/mail';
import { provideExtension } from '@engawa/service-kit';
import { DigestService } from './digest/digest.service';
import { GroupController } from './group/group.controller';
import { GroupService } from './group/group.service';
import { HandoverController } from './handover/handover.controller';
import { HandoverService } from './handover/handover.service';
import { HappeningListener } from './handover/happening.listener';
import { HappeningRepository } from './handover/happening.repository';
import { happeningSchema } from './handover/happening.schema';
import { InboxRepository } from './inbox/inbox.repository';
import { inboxSchema } from './inbox/inbox.schema';
import { NotificationMailService } from './mail/notification-mail.service';
import { NameService } from './name/name.service';
import { NotificationController } from './notification/notification.controller';
import { NotificationRepository } from './notification/notification.repository';
import { notificationSchema } from './notification/notification.schema';
import { NotificationService } from './notification/notification.service';
import { TaskListener } from './notification/task.listener';
import { TellingService } from './notification/telling.service';
import { ThreadListener } from './notification/thread.listener';
import { ParticipationRepository } from './participation/participation.repository';
import { participationSchema } from './participation/participation.schema';
import { PreferenceController } from './preference/preference.controller';
import { PreferenceRepository } from './preference/preference.repository';
import { preferenceSchema } from './preference/preference.schema';
import { PreferenceService } from './preference/preference.service';
import { ReceiverListener } from './receiver/receiver.listener';
import {
  HappeningExcerptRepository,
  NotificationExcerptRepository,
} from './redaction/excerpt.repository';
import { RedactionListener } from './redaction/redaction.listener';

@Module({
  imports: [
    EventsModule.forRoot(),
    PersistenceModule.forRoot({
      schemas: [
        notificationSchema,
        inboxSchema,
        participationSchema,
        preferenceSchema,
        happeningSchema,
        mailSchema,
      ],
    }),
    AuthModule.forRoot(),
    DirectoryModule.forRoot({ staffs: true, spaces: true }),
    MailModule.forRoot(),
  ],
  controllers: [
    PreferenceController,
    GroupController,
    HandoverController,
    NotificationController,
    ThreadListener,
    TaskListener,
    HappeningListener,
    ReceiverListener,
    RedactionListener,
  ],
  providers: [
    NotificationExcerptRepository,
    HappeningExcerptRepository,
    NotificationRepository,
    NotificationService,
    TellingService,
    InboxRepository,
    ParticipationRepository,
    NameService,
    PreferenceRepository,
    PreferenceService,
    NotificationMailService,
    DigestService,
    provideExtension(DigestService),
    GroupService,
    HappeningRepository,
    HandoverService,
  ],
})
export class NotificationsModule {}
