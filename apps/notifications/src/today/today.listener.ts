import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { MatchCopyRepository } from './match-copy.repository';
import { OpenTaskService } from './open-task.service';
import { ReachOutCopyRepository } from './reach-out-copy.repository';

type TaskEvent = EventOf<(typeof events)['taskCreated' | 'taskUpdated' | 'taskDeleted']>;

/** Updates the copies for getToday. */
@Controller()
export class TodayListener {
  constructor(
    private readonly tasks: OpenTaskService,
    private readonly reachOuts: ReachOutCopyRepository,
    private readonly matches: MatchCopyRepository,
  ) {}

  @OnEvent([events.taskCreated, events.taskUpdated, events.taskDeleted], { lists: true })
  async onTasks(list: TaskEvent[]): Promise<void> {
    await Promise.all(
      list.map(({ name, space, version, data }) =>
        this.tasks.put(space, version, data, name === events.taskDeleted.name),
      ),
    );
  }

  @OnEvent(events.reachOutChanged)
  async onReachOut({ space, version, data }: EventOf<typeof events.reachOutChanged>) {
    await this.reachOuts.put(space, version, data.candidates);
  }

  @OnEvent(events.matchesChanged)
  async onMatches({ space, version, data }: EventOf<typeof events.matchesChanged>) {
    await this.matches.put(space, version, data.matches);
  }
}
