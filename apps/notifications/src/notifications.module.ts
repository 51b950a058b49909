import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { DirectoryModule } from '@engawa/directory';
import { EventsModule } from '@engawa/events';
import { PersistenceModule } from '@engawa/persistence';
import { InboxRepository } from './inbox/inbox.repository';
import { inboxSchema } from './inbox/inbox.schema';
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

@Module({
  imports: [
    EventsModule.forRoot(),
    PersistenceModule.forRoot({ schemas: [notificationSchema, inboxSchema, participationSchema] }),
    AuthModule.forRoot(),
    DirectoryModule.forRoot({ staffs: true, spaces: true }),
  ],
  controllers: [NotificationController, ThreadListener, TaskListener],
  providers: [
    NotificationRepository,
    NotificationService,
    TellingService,
    InboxRepository,
    ParticipationRepository,
    NameService,
  ],
})
export class NotificationsModule {}
