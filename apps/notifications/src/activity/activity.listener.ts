import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { ActivityService } from './activity.service';

type TaskEvent = EventOf<(typeof events)['taskCreated' | 'taskUpdated']>;

/** Records the activities of tasks; `PostListener` records those of posts. */
@Controller()
export class ActivityListener {
  constructor(private readonly activities: ActivityService) {}

  @OnEvent([events.taskCreated, events.taskUpdated], { lists: true })
  async onTasks(list: TaskEvent[]): Promise<void> {
    await Promise.all(list.map((event) => this.activities.noteTask(event)));
  }
}
