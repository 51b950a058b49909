import { Controller } from '@nestjs/common';
import { events } from '@engawa/contracts';
import { OnEvent, type EventOf } from '@engawa/events';
import type { ChangeContext } from './task.mapper';
import { upsertedSource, type SourceChange } from './task.rules';
import { TaskSyncService } from './task-sync.service';

type Upserted = EventOf<
  (typeof events)['postCreated' | 'postUpdated' | 'commentCreated' | 'commentUpdated']
>;
type Deleted = EventOf<(typeof events)['postDeleted' | 'commentDeleted']>;

/** Listens to posts and comments (TSK-4). */
@Controller()
export class TaskListener {
  constructor(private readonly sync: TaskSyncService) {}

  @OnEvent(events.postCreated, events.postUpdated, events.commentCreated, events.commentUpdated)
  onUpserted(event: Upserted): Promise<void> {
    return this.sync.applySource(upsertedSource(event.data, event.version), changeContextOf(event));
  }

  @OnEvent(events.postDeleted, events.commentDeleted)
  onDeleted(event: Deleted): Promise<void> {
    return this.sync.applySource(deletedSource(event), changeContextOf(event));
  }
}

function deletedSource({ data, version }: Deleted): SourceChange {
  const { postId, commentId } = data;
  return { id: commentId ?? postId, postId, commentId, version, gone: true };
}

function changeContextOf({ space, actor, at }: Upserted | Deleted): ChangeContext {
  return { space, actor, at: new Date(at) };
}
