import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { DirectoryModule } from '@engawa/directory';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { PersistenceModule } from '@engawa/persistence';
import { provideExtension } from '@engawa/service-kit';
import { CountService } from './count/count.service';
import { ErasureListener } from './erasure/erasure.listener';
import { FilterController } from './filter/filter.controller';
import { FilterRepository } from './filter/filter.repository';
import { filterSchema } from './filter/filter.schema';
import { FilterService } from './filter/filter.service';
import { LabelListener } from './label/label.listener';
import { LabelRepository } from './label/label.repository';
import { labelSchema } from './label/label.schema';
import { LabelService } from './label/label.service';
import { NameService } from './name/name.service';
import { RepairController } from './repair/repair.controller';
import { RepairService } from './repair/repair.service';
import { ReminderService } from './task/reminder.service';
import { TaskController } from './task/task.controller';
import { TaskListener } from './task/task.listener';
import { TaskQuestionListener } from './task/task-question.listener';
import { TaskRepository } from './task/task.repository';
import { taskSchema } from './task/task.schema';
import { TaskService } from './task/task.service';
import { TaskSyncService } from './task/task-sync.service';

@Module({
  imports: [
    EventsModule.forRoot({ kafka }),
    PersistenceModule.forRoot({ schemas: [taskSchema, labelSchema, filterSchema] }),
    AuthModule.forRoot(),
    DirectoryModule.forRoot({ staffs: true, members: true }),
  ],
  controllers: [
    TaskController,
    FilterController,
    RepairController,
    TaskListener,
    TaskQuestionListener,
    LabelListener,
    ErasureListener,
  ],
  providers: [
    TaskRepository,
    TaskService,
    TaskSyncService,
    ReminderService,
    FilterRepository,
    FilterService,
    RepairService,
    CountService,
    provideExtension(CountService),
    LabelRepository,
    LabelService,
    NameService,
  ],
})
export class TasksModule {}
