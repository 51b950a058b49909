import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import { FollowService } from '../follow/follow.service';
import { ParticipationRepository } from '../participation/participation.repository';
import { ThreadRepository } from '../thread/thread.repository';
import { notificationsForTask } from './notification.rules';
import { NotificationDispatcher } from './notification-dispatcher.service';

type TaskEvent = EventOf<(typeof events)['taskCreated' | 'taskUpdated' | 'taskDeleted']>;

/** Assignments and status changes (NTF-1). */
@Controller()
export class TaskListener {
  constructor(
    private readonly telling: NotificationDispatcher,
    private readonly follows: FollowService,
    private readonly threads: ThreadRepository,
    private readonly participations: ParticipationRepository,
  ) {}

  @OnEvent(events.taskCreated, events.taskUpdated)
  async onTask(event: TaskEvent): Promise<void> {
    const { space, data, actor } = event;
    const changed = data.changed ?? [];
    // One that is back with its source changes nothing: its first notification is restored.
    const isNew =
      event.name === events.taskCreated.name &&
      (data.changed === undefined || changed.includes('present'));
    const before = data.previous?.assignUserId ?? null;
    if (!isNew && changed.includes('assignUserId') && before) {
      await this.telling.withdraw(space, taskCause(data.taskId), {
        staffId: before,
        kind: 'taskAssigned',
      });
    }
    await this.telling.dispatch(
      {
        eventId: event.id,
        space,
        actorId: actor,
        cause: taskCause(data.taskId),
        postId: data.postId,
        commentId: data.commentId,
        memo: data.excerpt,
        taskStatus: data.mirror.status.value.status,
      },
      notificationsForTask({
        actor,
        isNew,
        changed,
        ownerId: data.ownerId,
        assignUserId: data.mirror.assignUserId.value,
        assignedBefore: before,
        followers: changed.includes('status')
          ? await this.follows.findFollowersOfPost(space, data.postId)
          : [],
      }),
    );
  }

  /** A reminder notifies the assignee, or the owner without one (TSK-3). */
  @OnEvent(events.taskReminded)
  async onTaskReminded(event: EventOf<typeof events.taskReminded>): Promise<void> {
    const { data, space } = event;
    await this.telling.dispatch(
      {
        eventId: event.id,
        space,
        actorId: null,
        cause: taskCause(data.taskId),
        postId: data.postId,
        commentId: data.commentId,
        memo: data.excerpt,
        taskStatus: data.mirror.status.value.status,
      },
      [{ staffId: data.mirror.assignUserId.value ?? data.ownerId, kinds: ['taskDue'] }],
    );
  }

  @OnEvent(events.taskDeleted)
  async onTaskDeleted({ space, data }: TaskEvent): Promise<void> {
    if (!data.mirror.present.value) {
      await this.telling.withdraw(space, taskCause(data.taskId));
      return;
    }
    // Deleted with its source, which may be restored: its notifications are withdrawn with that. Those
    // that came after the deletion was told are withdrawn here.
    const { postId, commentId } = data;
    if (await this.isGone(space, postId, commentId)) {
      await this.telling.withdrawTarget(space, postId, commentId);
    }
  }

  private async isGone(space: string, postId: string, commentId: string | null): Promise<boolean> {
    if ((await this.threads.findById(space, postId))?.gone) return true;
    if (commentId === null) return false;
    return (await this.participations.findGone(space, [commentId])).has(commentId);
  }
}

function taskCause(taskId: string): string {
  return `task/${taskId}`;
}
