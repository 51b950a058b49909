import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent } from '@engawa/events';
import type { TaskEvent } from './count.rules';
import { CountService } from './count.service';

@Controller()
export class CountListener {
  constructor(private readonly counts: CountService) {}

  @OnEvent(events.taskCreated, events.taskUpdated, events.taskDeleted)
  onTask(event: TaskEvent): Promise<void> {
    return this.counts.apply(event);
  }
}
