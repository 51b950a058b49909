import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { type EventOf, OnEvent } from '@engawa/events';
import { isWordOf } from '@engawa/mirror';
import { TaskMirrorService } from './task-mirror.service';

/** Applies changes of tasks to posts and comments. */
@Controller()
export class TaskListener {
  constructor(private readonly mirrors: TaskMirrorService) {}

  @OnEvent(events.taskCreated, events.taskUpdated, events.taskDeleted)
  async onTask(event: EventOf<typeof events.taskUpdated>): Promise<void> {
    const { space, actor, data } = event;
    // Most tasks are created by posts with the same values. Updates are always checked: the repair
    // uses them to restore what a timeline restored from a backup has lost.
    if (event.name === events.taskCreated.name && isWordOf('timeline', data.mirror)) return;
    if (data.commentId === null) {
      await this.mirrors.mergeIntoPost(space, data.postId, data.mirror, actor);
    } else {
      await this.mirrors.mergeIntoComment(space, data.commentId, data.mirror, actor);
    }
  }
}
