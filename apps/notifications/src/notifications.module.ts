import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { DirectoryModule } from '@engawa/directory';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { PersistenceModule } from '@engawa/persistence';
import { MailModule, mailSchema } from '@engawa/mail';
import { DigestService } from './digest/digest.service';
import { GroupController } from './group/group.controller';
import { GroupService } from './group/group.service';
import { ActivityListener } from './activity/activity.listener';
import { ActivityRepository } from './activity/activity.repository';
import { activitySchema } from './activity/activity.schema';
import { ActivityService } from './activity/activity.service';
import { FollowController } from './follow/follow.controller';
import { FollowListener } from './follow/follow.listener';
import { FollowRepository } from './follow/follow.repository';
import { followSchema } from './follow/follow.schema';
import { FollowService } from './follow/follow.service';
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
  OpenTaskExcerptRepository,
} from './redaction/excerpt.repository';
import { ExcerptService } from './redaction/excerpt.service';
import { FormerTextService } from './redaction/former-text.service';
import { RedactionListener } from './redaction/redaction.listener';
import { ConfirmationReminderListener } from './thread/confirmation-reminder.listener';
import { PostListener } from './thread/post.listener';
import { ThreadRepository } from './thread/thread.repository';
import { threadSchema } from './thread/thread.schema';
import { ThreadService } from './thread/thread.service';
import { MatchCopyRepository } from './today/match-copy.repository';
import { matchCopySchema } from './today/match-copy.schema';
import { MemberDayListener } from './today/member-day.listener';
import { MemberDayRepository } from './today/member-day.repository';
import { memberDaySchema } from './today/member-day.schema';
import { OpenTaskRepository } from './today/open-task.repository';
import { openTaskSchema } from './today/open-task.schema';
import { OpenTaskService } from './today/open-task.service';
import { ReachOutCopyRepository } from './today/reach-out-copy.repository';
import { reachOutCopySchema } from './today/reach-out-copy.schema';
import { TodayController } from './today/today.controller';
import { TodayListener } from './today/today.listener';
import { TodayService } from './today/today.service';

@Module({
  imports: [
    EventsModule.forRoot({ kafka }),
    PersistenceModule.forRoot({
      schemas: [
        notificationSchema,
        inboxSchema,
        participationSchema,
        followSchema,
        preferenceSchema,
        activitySchema,
        threadSchema,
        openTaskSchema,
        reachOutCopySchema,
        memberDaySchema,
        matchCopySchema,
        mailSchema,
      ],
    }),
    AuthModule.forRoot(),
    DirectoryModule.forRoot({ staffs: true, members: true, spaces: true }),
    MailModule.forRoot(),
  ],
  controllers: [
    PreferenceController,
    FollowController,
    FollowListener,
    GroupController,
    TodayController,
    NotificationController,
    ThreadListener,
    TaskListener,
    ActivityListener,
    ReceiverListener,
    RedactionListener,
    PostListener,
    ConfirmationReminderListener,
    TodayListener,
    MemberDayListener,
  ],
  providers: [
    NotificationExcerptRepository,
    ActivityExcerptRepository,
    FormerTextService,
    NotificationRepository,
    NotificationService,
    NotificationDispatcher,
    FollowRepository,
    FollowService,
    InboxRepository,
    ParticipationRepository,
    NameService,
    PreferenceRepository,
    PreferenceService,
    NotificationMailService,
    DigestService,
    GroupService,
    ActivityRepository,
    ActivityService,
    ThreadRepository,
    ThreadService,
    OpenTaskRepository,
    OpenTaskService,
    ReachOutCopyRepository,
    MemberDayRepository,
    MatchCopyRepository,
    TodayService,
    OpenTaskExcerptRepository,
    ExcerptService,
  ],
})
export class NotificationsModule {}
