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
import { ActivityListener } from './handover/activity.listener';
import { ActivityRepository } from './handover/activity.repository';
import { activitySchema } from './handover/activity.schema';
import { InboxRepository } from './inbox/inbox.repository';
import { inboxSchema } from './inbox/inbox.schema';
import { NotificationMailService } from './mail/notification-mail.service';
import { NameService } from './name/name.service';
import { NotificationController } from './notification/notification.controller';
import { NotificationRepository } from './notification/notification.repository';
import { notificationSchema } from './notification/notification.schema';
import { NotificationService } from './notification/notification.service';
import { TaskListener } from './notification/task.listener';
import { NotificationDispatcher } from './notification/notification-dispatcher.service';
import { ThreadListener } from './notification/thread.listener';
import { ParticipationRepository } from './participation/participation.repository';
import { participationSchema } from './participation/participation.schema';
import { PreferenceController } from './preference/preference.controller';
import { PreferenceRepository } from './preference/preference.repository';
import { preferenceSchema } from './preference/preference.schema';
import { PreferenceService } from './preference/preference.service';
import { ReceiverListener } from './receiver/receiver.listener';
import {
  ActivityExcerptRepository,
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
        activitySchema,
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
    ActivityListener,
    ReceiverListener,
    RedactionListener,
  ],
  providers: [
    NotificationExcerptRepository,
    ActivityExcerptRepository,
    NotificationRepository,
    NotificationService,
    NotificationDispatcher,
    InboxRepository,
    ParticipationRepository,
    NameService,
    PreferenceRepository,
    PreferenceService,
    NotificationMailService,
    DigestService,
    provideExtension(DigestService),
    GroupService,
    ActivityRepository,
    HandoverService,
  ],
})
export class NotificationsModule {}
