import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import type { Doing } from './task.mapper';
import type { SourceNews } from './task.rules';
import { TaskSyncService } from './task-sync.service';

type Standing = EventOf<
  (typeof events)['postCreated' | 'postUpdated' | 'commentCreated' | 'commentUpdated']
>;
type Gone = EventOf<(typeof events)['postDeleted' | 'commentDeleted']>;

/** What happens on the timeline, for tasks (TSK-4). */
@Controller()
export class TaskListener {
  constructor(private readonly sync: TaskSyncService) {}

  @OnEvent(events.postCreated, events.postUpdated, events.commentCreated, events.commentUpdated)
  onStanding(event: Standing): Promise<void> {
    return this.sync.applySource(standingNews(event), doingOf(event));
  }

  @OnEvent(events.postDeleted, events.commentDeleted)
  onGone(event: Gone): Promise<void> {
    return this.sync.applySource(goneNews(event), doingOf(event));
  }
}

function standingNews({ data, version }: Standing): SourceNews {
  return {
    id: data.commentId ?? data.postId,
    postId: data.postId,
    commentId: data.commentId,
    version,
    gone: false,
    copy: {
      ownerId: data.ownerId,
      memo: data.memo,
      memberIds: data.memberIds,
      mentions: data.mentions,
      talkedAt: data.talkedAt,
      createdAt: data.createdAt,
    },
    mirror: data.mirror,
  };
}

function goneNews({ data, version }: Gone): SourceNews {
  const { postId, commentId } = data;
  return { id: commentId ?? postId, postId, commentId, version, gone: true };
}

function doingOf({ space, actor, at }: Standing | Gone): Doing {
  return { space, actor, at: new Date(at) };
}
